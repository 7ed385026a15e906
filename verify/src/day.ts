import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import { coins, formatPrice } from '@glasshouse/protocol/coins';
import type { TapeDay } from '@glasshouse/protocol/market';
import { generatorVersion, openDay } from '@glasshouse/protocol/synthetic';
import { dayBytes, dayOf, firstSlotOf, planBytes, sha256, signedBy, slotAt } from '@glasshouse/protocol/tape';
import { readTicks } from '@glasshouse/protocol/ticks-file';
import { nameOf, timeOf } from './words.ts';

/** A revealed day: its plan is the one committed to and signed before. Throws where it is not. */
async function checkPlan(day: TapeDay) {
  if (!day.revealed) throw new Error(`${day.day} is not revealed yet`);
  if (day.version !== generatorVersion)
    throw new Error(`${day.day} was made by generator ${day.version}, unknown here`);
  const number = dayOf(slotAt(Date.parse(`${day.day}T00:00:00Z`)));
  const seed = fromHex(day.revealed.seed);
  const opens = day.revealed.opens.map(({ symbol, price }) => ({ symbol, price: BigInt(price) }));
  const commitment = await sha256(planBytes(number, day.version, seed, opens));
  if (toHex(commitment) !== day.commitment) throw new Error(`${day.day}: the revealed seed is not the committed one`);
  const signed = await signedBy(day.publicKey, day.signature, dayBytes(number, commitment, day.announcedSlot));
  if (!signed) throw new Error(`${day.day}: the commitment was not signed by ${day.publicKey}`);
  return { number, made: openDay({ day: number, seed, opens }, coins) };
}

/** Compares tick files with the day made again from its seed; the first file is the answer of /index/market/tape. */
export async function verifyDay(files: { name: string; text: string }[]): Promise<string[]> {
  const [tape, ...ticks] = files;
  const parsed = JSON.parse(tape!.text) as { data?: { days: TapeDay[] }; days?: TapeDay[] };
  const days = parsed.data?.days ?? parsed.days ?? [];
  const lines: string[] = [];
  for (const { name, text } of ticks) {
    const file = readTicks(text);
    const first = file.ticks[0]?.slot ?? 0;
    const day = days.find((one) => one.day === timeOf(first).slice(0, 10));
    if (!day) throw new Error(`${name}: ${timeOf(first).slice(0, 10)} is not among the days of ${tape!.name}`);
    const { number, made } = await checkPlan(day);
    let count = 0;
    for (const { slot, price } of file.ticks) {
      if (slot >= firstSlotOf(number + 1)) break; // the last ticks of a file may reach into the next day
      const wanted = made.at(slot).find(({ symbol }) => symbol === file.symbol);
      const decimals = coins.find((coin) => coin.id === file.symbol)?.decimals ?? 0;
      if (wanted?.price !== price)
        throw new Error(
          `${name}: ${nameOf(file.symbol)} slot ${slot} (${timeOf(slot)}) says ${formatPrice(price, decimals)}, the seed gives ${wanted ? formatPrice(wanted.price, decimals) : 'nothing'}`,
        );
      count++;
    }
    lines.push(`ok ${name}: ${count} ticks of ${nameOf(file.symbol)} are those of the seed of ${day.day}`);
  }
  if (lines.length === 0)
    for (const day of days.filter((one) => one.revealed)) {
      await checkPlan(day);
      lines.push(`ok ${day.day}: the revealed seed is the committed one, announced at ${timeOf(day.announcedSlot)}`);
    }
  return lines;
}
