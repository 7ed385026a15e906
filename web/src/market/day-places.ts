import { toHex } from '@glasshouse/protocol/bytes';
import type { Output } from '@glasshouse/protocol/endpoint';
import type { TapeDay } from '@glasshouse/protocol/market/calls';
import type { showLog } from '@glasshouse/protocol/publiclog/calls';
import type { LogHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { readEntry } from '@glasshouse/protocol/publiclog/entries';
import { dayMs } from '@glasshouse/protocol/utc-day';
import { readLogEntry, readNow } from '../lib/log.ts';

type Places = Output<typeof showLog>['days'][number];

/** Whether the log has at these places what the tape states; `undefined` if the log hasn't signed them yet. */
export async function checkPlaces(key: string, day: TapeDay, { committed, revealed }: Places) {
  const { head } = await readNow(key);
  const number = Date.parse(`${day.day}T00:00:00Z`) / dayMs;
  const [commitment, seed] = [await entryAt(head, committed), await entryAt(head, revealed)];
  const isCommitted = (entry: ReturnType<typeof readEntry>) =>
    entry?.kind === 'day' &&
    entry.day === number &&
    entry.announcedSlot === day.announcedSlot &&
    toHex(entry.commitment) === day.commitment;
  const isRevealed = (entry: ReturnType<typeof readEntry>) =>
    entry?.kind === 'reveal' && entry.day === number && toHex(entry.seed) === day.revealed?.seed;
  return {
    committed: commitment && isCommitted(commitment.entry),
    revealed: seed && isRevealed(seed.entry),
  };
}

async function entryAt(head: LogHead, place: number | null) {
  if (place === null || place >= head.size) return undefined;
  const found = await readLogEntry(head, place);
  return { entry: found?.holds ? readEntry(found.bytes) : undefined };
}
