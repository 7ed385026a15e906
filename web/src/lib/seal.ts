import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import type { TapeDay } from '@glasshouse/protocol/market/calls';
import { committedBytes } from '@glasshouse/protocol/market/day';
import { dayBytes, sha256, signedBy } from '@glasshouse/protocol/market/tape';
import { dayMs } from '@glasshouse/protocol/utc-day';

const dayNumber = ({ day }: TapeDay) => Date.parse(`${day}T00:00:00Z`) / dayMs;

/** Checks that a day's announcement is signed, and that the revealed seed is the announced one. */
export async function dayHolds(day: TapeDay): Promise<boolean> {
  const number = dayNumber(day);
  const { commitment, announcedSlot, publicKey, signature, version, revealed } = day;
  if (!(await signedBy(publicKey, signature, dayBytes(number, fromHex(commitment), announcedSlot)))) return false;
  if (!revealed) return true;
  const bytes = committedBytes(number, version, revealed);
  return bytes !== undefined && toHex(await sha256(bytes)) === commitment;
}
