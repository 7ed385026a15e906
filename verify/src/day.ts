import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import type { TapeDay } from '@glasshouse/protocol/market/calls';
import { coins, formatPrice } from '@glasshouse/protocol/market/coins';
import { generatorVersion, openDay } from '@glasshouse/protocol/market/synthetic';
import { dayBytes, dayOf, firstSlotOf, planBytes, sha256, signedBy, slotAt } from '@glasshouse/protocol/market/tape';
import { readTicks } from '@glasshouse/protocol/market/ticks-file';
import { nameOf, timeOf } from './words.ts';

/** A revealed day: its plan is the one committed to and signed before the day began, by the trusted key. Throws where it is not. */
async function checkPlan(day: TapeDay, key: string | undefined) {
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
  if (key !== undefined && key !== day.publicKey)
    throw new Error(`${day.day}: the commitment was signed by another key than the trusted one, ${day.publicKey}`);
  if (day.announcedSlot >= firstSlotOf(number))
    throw new Error(
      `${day.day}: the commitment was signed at ${timeOf(day.announcedSlot)}, after the day had begun (as on the first days of a site): it binds nothing`,
    );
  return { number, made: openDay({ day: number, seed, opens }, coins) };
}

/** Compares tick files with the day made again from its seed; the first file is the answer of /index/market/tape. */
export async function verifyDay(files: { name: string; text: string }[], key: string | undefined): Promise<string[]> {
  const [tape, ...ticks] = files;
  const parsed = JSON.parse(tape!.text) as { data?: { days: TapeDay[] }; days?: TapeDay[] };
  const days = parsed.data?.days ?? parsed.days ?? [];
  const lines: string[] = [];
  for (const { name, text } of ticks) {
    const file = readTicks(text);
    const first = file.ticks[0]?.slot ?? 0;
    const day = days.find((one) => one.day === timeOf(first).slice(0, 10));
    if (!day) throw new Error(`${name}: ${timeOf(first).slice(0, 10)} is not among the days of ${tape!.name}`);
    const { number, made } = await checkPlan(day, key);
    let count = 0;
    let last = first;
    for (const { slot, price } of file.ticks) {
      if (slot >= firstSlotOf(number + 1)) break; // the last ticks of a file may reach into the next day
      const wanted = made.at(slot).find(({ symbol }) => symbol === file.symbol);
      const decimals = coins.find((coin) => coin.id === file.symbol)?.decimals ?? 0;
      if (wanted?.price !== price)
        throw new Error(
          `${name}: ${nameOf(file.symbol)} slot ${slot} (${timeOf(slot)}) says ${formatPrice(price, decimals)}, the seed gives ${wanted ? formatPrice(wanted.price, decimals) : 'nothing'}`,
        );
      count++;
      last = slot;
    }
    lines.push(
      `ok ${name}: ${count} ticks of ${nameOf(file.symbol)} are those of the seed of ${day.day}, ${last - first + 1 - count} slots between them have none`,
      ...byItself(day, key),
    );
  }
  return ticks.length > 0 ? lines : verifyPlans(days, key);
}

/** All revealed days without their ticks; those that are right are named even where another is not. */
async function verifyPlans(days: TapeDay[], key: string | undefined): Promise<string[]> {
  const lines: string[] = [];
  const wrong: string[] = [];
  for (const day of days.filter((one) => one.revealed))
    await checkPlan(day, key).then(
      () =>
        lines.push(
          `ok ${day.day}: the revealed seed is the committed one, announced at ${timeOf(day.announcedSlot)}`,
          ...byItself(day, key),
        ),
      (error: Error) => wrong.push(error.message),
    );
  if (wrong.length > 0) throw new Error([...wrong, ...lines].join('\n'));
  if (lines.length === 0) throw new Error('there is no revealed day in this file');
  return lines;
}

const byItself = ({ publicKey }: TapeDay, key: string | undefined) =>
  key === undefined
    ? [`   signed by ${publicKey}, a key that the file names itself: compare it with the published one`]
    : [];
