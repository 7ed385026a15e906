import { roundOfSlot } from '@glasshouse/protocol/beacon/chain';
import { isRoundsFile, readRounds } from '@glasshouse/protocol/beacon/rounds-file';
import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import type { Output } from '@glasshouse/protocol/endpoint';
import type { showTape, TapeDay } from '@glasshouse/protocol/market/calls';
import { coins, formatPrice } from '@glasshouse/protocol/market/coins';
import { committedBytes, opensOf } from '@glasshouse/protocol/market/day';
import type { BeaconVersion } from '@glasshouse/protocol/market/generator-version';
import { type GeneratedPrice, openDay } from '@glasshouse/protocol/market/synthetic';
import { dayBytes, dayOf, firstSlotOf, sha256, signedBy, slotAt } from '@glasshouse/protocol/market/tape';
import { readTicks } from '@glasshouse/protocol/market/ticks-file';
import { aboutChain, roundsIn, walkRevealed } from './beacon-day.ts';
import { checkOpening } from './opening.ts';
import { nameOf, timeOf } from './words.ts';

/**
 * Checks a revealed day: its plan must match the commitment, which a trusted key signed before the day began. Throws
 * otherwise.
 */
async function checkPlan(day: TapeDay, trusted: readonly string[] | undefined, givenUp: Gap | undefined) {
  const { revealed } = day;
  if (!revealed) throw new Error(`${day.day} is not revealed${givenUp ? `: ${sayGivenUp(day, givenUp)}` : ' yet'}`);
  const number = dayOf(slotAt(Date.parse(`${day.day}T00:00:00Z`)));
  const bytes = committedBytes(number, day.version, revealed);
  if (!bytes) throw new Error(`${day.day} was made by generator ${day.version}, unknown here`);
  const commitment = await sha256(bytes);
  if (toHex(commitment) !== day.commitment) throw new Error(`${day.day}: the revealed seed is not the committed one`);
  const signed = await signedBy(day.publicKey, day.signature, dayBytes(number, commitment, day.announcedSlot));
  if (!signed) throw new Error(`${day.day}: the commitment was not signed by ${day.publicKey}`);
  if (trusted && !trusted.includes(day.publicKey))
    throw new Error(`${day.day}: the commitment was signed by another key than the trusted one, ${day.publicKey}`);
  if (day.announcedSlot >= firstSlotOf(number))
    throw new Error(
      `${day.day}: the commitment was signed at ${timeOf(day.announcedSlot)}, after the day had begun (as on the first days of a site): it binds nothing`,
    );
  return { number, revealed };
}

type Text = { name: string; text: string };
type Days = { tape: string; days: TapeDay[]; trusted: readonly string[] | undefined };
type Gap = Output<typeof showTape>['gaps'][number];

/** The given-up part of a day according to the tape. The public log has an entry for it. */
const givenUpOf = ({ day }: TapeDay, gaps: readonly Gap[]): Gap | undefined =>
  gaps.find(({ reason, firstSlot }) => reason === 'given_up' && timeOf(firstSlot).startsWith(day));
const sayGivenUp = ({ day }: TapeDay, { firstSlot }: Gap) =>
  `DAY GIVEN UP: ${day} from slot ${firstSlot} (${timeOf(firstSlot)}) to its end; the public log says so too`;

/**
 * Compares tick files with days regenerated from their seeds and, since version 2, from files of rounds. The first file
 * is the response of /index/market/tape.
 */
export async function verifyDay(files: Text[], trusted: readonly string[] | undefined): Promise<string[]> {
  const [tape, ...others] = files;
  type Shown = { days: TapeDay[]; gaps?: Gap[] };
  const parsed = JSON.parse(tape!.text) as { data?: Shown } & Partial<Shown>;
  const days = { tape: tape!.name, days: parsed.data?.days ?? parsed.days ?? [], trusted };
  const gaps = parsed.data?.gaps ?? parsed.gaps ?? [];
  const rounds: Text[] = [];
  const lines: string[] = [];
  const kept = new Map<TapeDay, KeptTicks[]>();
  for (const { name, text } of others.map(({ name, text }) => ({ name, text }))) {
    if (isRoundsFile(text)) {
      rounds.push({ name, text });
      continue;
    }
    const ticks = collectTicks(name, text);
    const day = findDay(days, ticks);
    kept.set(day, [...(kept.get(day) ?? []), ticks]);
  }
  if (kept.size === 0) return [...(await verifyPlans(days.days, trusted, gaps)), notCompared];
  const all = [...kept.values()].flat();
  const numbers = rounds.flatMap(({ text }) => readRounds(text).rounds.map(({ round }) => round));
  const made = [...kept].filter(([day]) => hasRounds(day, numbers));
  // Files of an evening without rounds show where the next day opened. If there are no other files, their rounds are
  // missing.
  for (const [day, ticks] of made.length > 0 ? made : kept)
    lines.push(...(await compare(day, ticks, all, rounds, trusted, givenUpOf(day, gaps))));
  for (const [day, ticks] of made.length > 0 ? kept : [])
    if (!hasRounds(day, numbers))
      lines.push(
        `   not checked: the prices in ${ticks.length} files of ${day.day}, because no file has a round of it`,
      );
  return lines;
}

/**
 * Whether some of these rounds belong to this day, and not only to the next, which its last round may belong to as
 * well. Version 1 needs none.
 */
function hasRounds({ revealed }: TapeDay, rounds: readonly number[]): boolean {
  const { beacon } = revealed ?? {};
  if (!beacon) return true;
  const last = roundOfSlot(beacon, firstSlotOf(dayOf(beacon.firstSlot) + 1) - 1);
  return rounds.some((round) => roundOfSlot(beacon, beacon.firstSlot) <= round && round < last);
}

const notCompared = '   not checked: prices, rounds and where the days opened, because no file of ticks was given';

/** The prices of one file, by slot. */
type KeptTicks = { name: string; symbol: number; slots: Float64Array; prices: BigInt64Array };
function collectTicks(name: string, text: string): KeptTicks {
  const { symbol, ticks } = readTicks(text);
  return {
    name,
    symbol,
    slots: Float64Array.from(ticks, ({ slot }) => slot),
    prices: BigInt64Array.from(ticks, ({ price }) => price),
  };
}

function findDay({ tape, days }: Days, { name, slots }: KeptTicks): TapeDay {
  const date = timeOf(slots[0] ?? 0).slice(0, 10);
  const day = days.find((one) => one.day === date);
  if (!day) throw new Error(`${name}: ${date} is not among the days of ${tape}`);
  return day;
}

/**
 * Compares all files of a day together, in the order of their slots, because version 2 and later generate slots one
 * after another.
 */
async function compare(
  day: TapeDay,
  files: KeptTicks[],
  all: KeptTicks[],
  rounds: Text[],
  trusted: readonly string[] | undefined,
  givenUp: Gap | undefined,
): Promise<string[]> {
  const { number, revealed } = await checkPlan(day, trusted, givenUp);
  const { beacon } = revealed;
  for (const { name, slots } of files) {
    const priced = givenUp && slots.find((slot) => slot >= givenUp.firstSlot && slot <= givenUp.lastSlot);
    if (priced !== undefined)
      throw new Error(`${name}: slot ${priced} has a price, though it was given up; ${sayGivenUp(day, givenUp!)}`);
  }
  const opened = beacon ? checkOpening(day, revealed, all) : [];
  const made = beacon
    ? walkRevealed({ version: day.version as BeaconVersion, day: number }, revealed, await roundsIn(rounds, beacon))
    : openDay({ day: number, seed: fromHex(revealed.seed), opens: opensOf(revealed) }, coins).at;
  const first = beacon ? Math.max(beacon.firstSlot, firstSlotOf(number)) : firstSlotOf(number);
  const end = firstSlotOf(number + 1); // the last ticks of a file may be of the next day
  const at = files.map(() => 0);
  const counts = files.map(() => 0);
  for (let slot = first; slot < end; slot++) {
    let prices: readonly GeneratedPrice[] | undefined;
    for (const [i, file] of files.entries()) {
      while (file.slots[at[i]!]! < slot) at[i]!++;
      if (file.slots[at[i]!] !== slot) continue;
      prices ??= made(slot);
      const wanted = prices.find(({ symbol }) => symbol === file.symbol)?.price;
      if (wanted !== file.prices[at[i]!]) throw new Error(difference(file, slot, file.prices[at[i]!]!, wanted));
      counts[i]!++;
    }
  }
  const source = beacon ? 'seed and the rounds' : 'seed';
  return [
    ...files.map(({ name, symbol, slots }, i) => {
      const begun = slots.find((slot) => slot >= first) ?? first;
      const last = slots.findLast((slot) => slot < end) ?? first;
      return `ok ${name}: ${counts[i]} ticks of ${nameOf(symbol)} are those of the ${source} of ${day.day}, ${last - begun + 1 - counts[i]!} slots between them have none`;
    }),
    ...files.flatMap(({ name, slots }) => {
      const before = slots.filter((slot) => slot < first && slot >= firstSlotOf(number)).length;
      return before > 0
        ? [
            `   ${name}: ${before} ticks before ${timeOf(first)}, where the day began, are not of its plan and were not checked`,
          ]
        : [];
    }),
    ...opened,
    ...(givenUp ? [`   ${sayGivenUp(day, givenUp)}`] : []),
    ...(beacon ? [`   ${aboutChain(beacon)}`] : []),
    ...byItself(day, trusted),
  ];
}

function difference({ name, symbol }: KeptTicks, slot: number, price: bigint, wanted: bigint | undefined): string {
  const decimals = coins.find((coin) => coin.id === symbol)?.decimals ?? 0;
  return `${name}: ${nameOf(symbol)} slot ${slot} (${timeOf(slot)}) says ${formatPrice(price, decimals)}, the seed gives ${wanted ? formatPrice(wanted, decimals) : 'nothing'}`;
}

/** Checks all revealed days without their ticks. Valid days are listed even if another one is invalid. */
async function verifyPlans(
  days: TapeDay[],
  trusted: readonly string[] | undefined,
  gaps: readonly Gap[],
): Promise<string[]> {
  const lines: string[] = [];
  const wrong: string[] = [];
  for (const day of days.filter((one) => one.revealed))
    await checkPlan(day, trusted, undefined).then(
      () =>
        lines.push(
          `ok ${day.day}: the revealed seed is the committed one, announced at ${timeOf(day.announcedSlot)}`,
          ...byItself(day, trusted),
        ),
      (error: Error) => wrong.push(error.message),
    );
  if (wrong.length > 0) throw new Error([...wrong, ...lines].join('\n'));
  if (lines.length === 0) throw new Error('there is no revealed day in this file');
  const lost = days.flatMap((day) => {
    const gap = givenUpOf(day, gaps);
    return gap ? [`   ${sayGivenUp(day, gap)}`] : [];
  });
  return [...lines, ...lost];
}

const byItself = ({ publicKey }: TapeDay, trusted: readonly string[] | undefined) =>
  !trusted ? [`   signed by ${publicKey}, a key that the file names itself: compare it with the published one`] : [];
