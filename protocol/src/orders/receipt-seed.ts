import { hashOf, roundOfSlot } from '../beacon/chain.ts';
import { randomnessOf } from '../beacon/round.ts';
import { fromHex, toHex } from '../bytes.ts';
import { coinBySymbol } from '../market/coins.ts';
import { type BeaconVersion, generatorVersion } from '../market/generator-version.ts';
import { walkDay } from '../market/synthetic-2.ts';
import { beaconPlanBytes, dayOf, firstSlotOf, sha256 } from '../market/tape.ts';
import type { LogHead } from '../publiclog/checkpoint.ts';
import { headSigned, isAt } from './receipt-log.ts';
import type { OrderBase, ReceiptOf, SeedDay } from './shapes.ts';

// Checks that the ticks from the head to the exit follow from a seed and a beacon's rounds. The hash of the seed must
// be in the public log before the order. The beacon's signatures are checked elsewhere, because that is slow.

type Receipt = ReceiptOf<OrderBase>;
export type SeedFault = {
  field:
    | 'drawnDays'
    | 'drawnChain'
    | 'drawnSeed'
    | 'drawnDay'
    | 'drawnLate'
    | 'drawnOpening'
    | 'drawnRound'
    | 'drawnFrom'
    | 'drawnTick';
  slot?: number;
  given: string;
  wanted: string;
};
const wrong = (field: SeedFault['field'], given = '', wanted = '', slot?: number): SeedFault => ({
  ...{ field, given, wanted, ...(slot !== undefined && { slot }) },
});

/** Slots of one day, from the first to the last. */
type Span = { day: number; first: number; last: number };
/** The days of a span of slots. An order around midnight has two. */
export function daysBetween(first: number, last: number): Span[] {
  const spans: Span[] = [];
  for (let from = first; from <= last; from = spans.at(-1)!.last + 1) {
    const day = dayOf(from);
    spans.push({ day, first: from, last: Math.min(last, firstSlotOf(day + 1) - 1) });
  }
  return spans;
}

/**
 * The first slot whose tick must follow from seed and rounds: right after the head, or right after the first tick of a
 * separate deciding run.
 */
export const firstSeededSlot = ({ order, runs }: Pick<Receipt, 'order' | 'runs'>): number =>
  runs.length > 1 ? runs.at(-1)!.ticks[0]!.slot + 1 : order.headSlot + 1;

/** The first fault in the origin of the ticks. `decidedAt` is the slot that decided the order. */
export async function faultOfSeed(receipt: Receipt, decidedAt: number): Promise<SeedFault | undefined> {
  const drawn = receipt.drawn!;
  const spans = daysBetween(firstSeededSlot(receipt), decidedAt);
  if (drawn.length !== spans.length) return wrong('drawnDays', String(drawn.length), String(spans.length));
  const head = await headSigned(receipt.log!);
  for (const [i, span] of spans.entries()) {
    const fault =
      (await faultOfPlan(receipt, drawn[i]!, span, head)) ??
      faultOfRounds(drawn[i]!, span) ??
      faultOfTicks(receipt, drawn[i]!, span, (await versionOf(drawn[i]!, span.day))!);
    if (fault) return fault;
  }
  return undefined;
}

const planned = ({ seed, beacon }: SeedDay, day: number, version: BeaconVersion) =>
  sha256(beaconPlanBytes({ version, day, seed: fromHex(seed) }, fromHex(beacon.hash)));
/** The generator named by the commitment of the day. Undefined if this seed was not announced. */
async function versionOf(drawn: SeedDay, day: number): Promise<BeaconVersion | undefined> {
  for (const version of [3, 2] as const)
    if (toHex(await planned(drawn, day, version)) === drawn.commitment.hash) return version;
  return undefined;
}

/** The announced generator of each day of a receipt. Only proven if the origin of its ticks has no fault. */
export async function generatorsOf({ drawn = [] }: Pick<Receipt, 'drawn'>): Promise<Map<number, BeaconVersion>> {
  const generators = new Map<number, BeaconVersion>();
  for (const each of drawn) {
    const day = dayOf(each.opening.slot);
    const version = await versionOf(each, day);
    if (version) generators.set(day, version);
  }
  return generators;
}

/** Checks that seed, chain and opening prices are those in the log, and were logged before the order. */
async function faultOfPlan(
  { order: { headSlot }, runs, log }: Receipt,
  drawn: SeedDay,
  { day, first }: Span,
  head: LogHead | undefined,
): Promise<SeedFault | undefined> {
  const { beacon, commitment, opening } = drawn;
  const { hash, announcedSlot } = commitment;
  const own = toHex(hashOf(beacon));
  if (own !== beacon.hash) return wrong('drawnChain', beacon.hash, own);
  const version = await versionOf(drawn, day);
  if (!version) return wrong('drawnSeed', hash, toHex(await planned(drawn, day, generatorVersion)));
  const announced = { kind: 'day' as const, day, version, commitment: fromHex(hash), announcedSlot };
  if (!head || !(await isAt(head, commitment, announced))) return wrong('drawnDay');
  const { slot } = opening;
  const opens = opening.opens.map(({ symbol, price }) => ({ symbol, price: BigInt(price) }));
  const began = { kind: 'opening' as const, day, slot, opens };
  if (dayOf(slot) !== day || slot > first || !(await isAt(head, opening, began))) return wrong('drawnOpening');
  // If a day begins during the order, its opening ticks are in the receipt. An order with a long life may end in a day
  // that was announced after it. That day must be announced before it began.
  const by = slot > headSlot && runs.length > 1 ? opening.place : log!.order.place;
  for (const { place } of slot <= headSlot ? [commitment, opening] : [commitment])
    if (place >= by) return wrong('drawnLate', String(place), String(by));
  return undefined;
}

/** Checks that the rounds are those of the slots, each once and in order. */
function faultOfRounds({ beacon, rounds }: SeedDay, { first, last }: Span): SeedFault | undefined {
  const [from, to] = [roundOfSlot(beacon, first), roundOfSlot(beacon, last)];
  for (let i = 0; i < Math.max(rounds.length, to - from + 1); i++) {
    const [given, wanted] = [rounds[i]?.round, from + i <= to ? from + i : undefined];
    if (given !== wanted) return wrong('drawnRound', String(given ?? ''), String(wanted ?? ''));
  }
  return undefined;
}

/** Checks that the position is that of the previous tick, and that all later ticks follow from it. */
function faultOfTicks(
  receipt: Receipt,
  drawn: SeedDay,
  { day, first, last }: Span,
  version: BeaconVersion,
): SeedFault | undefined {
  const { position, opening, beacon, rounds, seed } = drawn;
  const coin = coinBySymbol(receipt.order.symbol)!;
  const open = opening.opens.find(({ symbol }) => symbol === coin.id);
  if (!open) return wrong('drawnOpening');
  // At the beginning of a day nothing has moved yet.
  if (opening.slot === first && (position.market !== 0 || position.own !== 0)) return wrong('drawnFrom');
  const began = { slot: opening.slot, opens: [{ symbol: coin.id, price: BigInt(open.price) }] };
  const walk = walkDay({ version, day, seed: fromHex(seed) }, began, [coin], { slot: first - 1, ...position });
  const prices = new Map(receipt.runs.at(-1)!.ticks.map(({ slot, price }) => [slot, price]));
  const differs = (field: SeedFault['field'], slot: number) => {
    const made = String(walk.made()[0]!.price);
    return prices.get(slot) === made ? undefined : wrong(field, prices.get(slot), made, slot);
  };
  const start = differs('drawnFrom', first - 1);
  if (start) return start;
  const randomness = rounds.map(({ signature }) => randomnessOf({ signature: fromHex(signature) }));
  for (let slot = first; slot <= last; slot++) {
    walk.step(randomness[roundOfSlot(beacon, slot) - roundOfSlot(beacon, first)]!);
    const fault = differs('drawnTick', slot);
    if (fault) return fault;
  }
  return undefined;
}
