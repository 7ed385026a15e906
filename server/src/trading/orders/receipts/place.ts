import { toHex } from '@glasshouse/protocol/bytes';
import type { TapeRun } from '@glasshouse/protocol/market/proof';
import type { LogPart, SeedDay } from '@glasshouse/protocol/orders/shapes';
import type { Span } from '@glasshouse/protocol/orders/tape-rule';
import type { SeedEvidence } from '#evidence/market/market.ts';
import { placeGivenUp, placeOfEntry, placesOfDay, provePlaces, secondsAround } from '#evidence/publiclog/publiclog.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Accepted } from '../opening/slips.ts';

type Second = NonNullable<Awaited<ReturnType<typeof secondsAround>>>['second'];
const shown = ({ slot, size, root, previous }: Second): LogPart['outcome']['second'] => ({
  ...{ slot, size, root: toHex(root), previous: toHex(previous) },
});

type PlacedReceipt = { log: LogPart; drawn?: SeedDay[] };
type Ended = {
  /** The slot that decided it; undefined if its owner ended it and the log need not have that slot. */
  decided: number | undefined;
  /** The entry of an end that its owner made, and within how many slots it was logged. */
  end: { entry: bigint; within: number } | undefined;
  /** How many slots later it may have been logged. */
  lingers: number;
  runs: readonly TapeRun[];
  gap: Span | undefined;
  days: readonly SeedEvidence[] | undefined;
};
/**
 * Finds the places in the public log of an order, and the days that its ticks were generated from. The places are those
 * of the orders accepted together, of the slot that decided it, of the seals of its ticks, and of its given-up slots.
 * Undefined while one of them is missing.
 */
export async function placeOf(
  tx: Tx,
  { entry, count }: Accepted,
  { decided, end, lingers, runs, gap, days = [] }: Ended,
): Promise<PlacedReceipt | undefined> {
  const order = await placeOfEntry(tx, entry);
  const at = decided === undefined ? undefined : await secondsAround(tx, decided + (end?.within ?? 0));
  const sale = end && (await placeOfEntry(tx, end.entry));
  const isLate = at !== undefined && order !== undefined && order >= at.second.place && lingers > 0;
  const outcome = isLate ? await secondsAround(tx, decided! + lingers) : at;
  const seal = await secondsAround(tx, runs.at(-1)!.checkpoint.slot);
  const first = runs.length > 1 ? await secondsAround(tx, runs[0]!.checkpoint.slot) : seal;
  const lost = gap && (await placeGivenUp(tx, gap.first));
  if (order === undefined || !seal || !first) return undefined;
  if ((decided !== undefined && !outcome) || (gap && lost === undefined) || (end && sale === undefined))
    return undefined;
  const planned: number[] = [];
  for (const { day } of days) {
    const places = await placesOfDay(tx, day);
    if (!places) return undefined;
    planned.push(places.committed, places.opened);
  }
  const sealed = [(outcome ?? seal).second.place, seal.second.place, first.second.place];
  const places = [order, ...sealed, ...(lost === undefined ? planned : [lost]), ...(sale === undefined ? [] : [sale])];
  const proven = await provePlaces(tx, places);
  if (!proven) return undefined;
  const { key, checkpoint: note, paths } = proven;
  const inLog = (i: number) => ({ place: places[i]!, path: paths[i]! });
  const log = {
    key,
    checkpoint: note,
    order: { ...inLog(0), count },
    ...(outcome && { outcome: { ...inLog(1), second: shown(outcome.second), before: shown(outcome.before) } }),
    seal: inLog(2),
    ...(runs.length > 1 && { firstSeal: inLog(3) }),
    ...(lost !== undefined && { gap: inLog(4) }),
    ...(sale !== undefined && { sale: inLog(places.length - 1) }),
    // Only products whose orders can be ended by their owners support a log part without an outcome.
  } as LogPart;
  if (days.length === 0) return { log };
  return { log, drawn: days.map((day, i) => drawnDay(day, inLog(4 + 2 * i), inLog(5 + 2 * i))) };
}

const drawnDay = (
  { seed, commitment, announcedSlot, opening, position, chain, rounds }: SeedEvidence,
  committed: LogPart['seal'],
  opened: LogPart['seal'],
): SeedDay => ({
  seed: toHex(seed),
  commitment: { ...committed, hash: toHex(commitment), announcedSlot },
  opening: {
    ...opened,
    slot: opening.slot,
    opens: opening.opens.map(({ symbol, price }) => ({ symbol, price: String(price) })),
  },
  position,
  beacon: chain,
  rounds: rounds.map(({ round, signature }) => ({ round, signature: toHex(signature) })),
});
