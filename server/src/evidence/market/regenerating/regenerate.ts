import { roundOfSlot } from '@glasshouse/protocol/beacon/chain';
import { toHex } from '@glasshouse/protocol/bytes';
import type { BeaconVersion } from '@glasshouse/protocol/market/generator-version';
import type { TapeRun } from '@glasshouse/protocol/market/proof';
import {
  dayOf,
  leafBytes,
  leavesTreeAfter,
  pathOf,
  rootOf,
  slotsPerHour,
  treeOf,
  zeroHash,
} from '@glasshouse/protocol/market/tape';
import type { Tx } from '#platform/database/db.ts';
import type { Steps } from '#platform/http/http.ts';
import { sha } from '#platform/security/signer.ts';
import { randomnessBetween, readChain } from '../../beacon/beacon.ts';
import { checkpointOf } from '../proofs.ts';
import * as table from '../sql.ts';
import { type HourPlan, hashAt, hashLength, type RemadeHour, type RemadeTicks } from './compute.ts';
import { remakeInLine } from './queue.ts';

const maxHours = 3; // of one run
const page = 4000; // rounds read in one step

type Step = Steps['step'];
type Checkpoint = NonNullable<Awaited<ReturnType<typeof table.checkpointFrom>>>;
type Anchors = HourPlan['anchors'];

/**
 * A run of ticks that have left the tape, regenerated from the revealed day and its rounds. `gone` if that is not
 * possible or doesn't lead to the checkpoint that was signed then, `busy` if the queue is full. This takes seconds, so
 * it reads in short steps and holds no connection between them.
 */
export async function remadeRun(
  step: Step,
  whose: string,
  symbol: number,
  { first, last }: { first: number; last: number },
): Promise<TapeRun | 'gone' | 'busy'> {
  const found = await step((tx) => framesOf(tx, first, last));
  if (!found) return 'gone';
  const { checkpoint, anchors, frames } = found;
  const hours: RemadeHour[] = [];
  for (const frame of frames) {
    const made = await remade(step, whose, frame, headsAfter(anchors, hours));
    if (!made || made === 'busy') return made ?? 'gone';
    hours.push(made);
  }
  return runOf(symbol, first, checkpoint, hours, anchors) ?? 'gone';
}

const hourOf = (slot: number) => slot - (slot % slotsPerHour);

/** The hashes that the next hour is chained to. */
const headsAfter = (anchors: Anchors, hours: readonly RemadeHour[]): Anchors =>
  new Map(
    [...anchors].map(([symbol, hash]) => [symbol, headOf(hours, symbol, Number.POSITIVE_INFINITY)?.hash ?? hash]),
  );

/** The newest tick of a coin up to a slot. */
function headOf(hours: readonly RemadeHour[], symbol: number, end: number) {
  for (const hour of hours.toReversed()) {
    const ticks = hour.get(symbol);
    const at = ticks ? ticks.slots.findLastIndex((slot) => slot <= end) : -1;
    if (ticks && at >= 0) return { slot: ticks.slots[at]!, hash: hashAt(ticks, at) };
  }
  return undefined;
}

/** The data of an hour apart from its rounds. */
type Frame = Omit<HourPlan, 'anchors' | 'walked'> & { version: number; chain: number | null; firstSlot: number };

async function framesOf(tx: Tx, first: number, last: number) {
  const checkpoint = await table.checkpointFrom(tx, last);
  if (!checkpoint) return undefined;
  const [start, end] = [hourOf(first - 2), Number(checkpoint.slot)];
  if (end - start > maxHours * slotsPerHour) return undefined;
  const anchors: Anchors = new Map((await table.anchorsAt(tx, start)).map(({ symbol, hash }) => [symbol, hash]));
  if (anchors.size === 0) return undefined;
  const frames: Frame[] = [];
  for (let hour = start; hour <= end; hour += slotsPerHour) {
    const frame = await frameOf(tx, hour);
    if (!frame) return undefined;
    frames.push(frame);
  }
  return { checkpoint, anchors, frames };
}

async function frameOf(tx: Tx, hour: number): Promise<Frame | undefined> {
  const day = dayOf(hour);
  const row = await table.tapeDay(tx, day);
  if (!row?.seed || !row.symbols || !row.opens) return undefined;
  const gaps = await table.gapsBetween(tx, hour, hour + slotsPerHour - 1);
  return {
    hour,
    plan: { day, seed: row.seed, opens: row.symbols.map((symbol, i) => ({ symbol, price: BigInt(row.opens![i]!) })) },
    version: row.version,
    chain: row.chain,
    firstSlot: Number(row.first_slot),
    gaps: gaps.map((gap) => ({ first: Number(gap.first_slot), last: Number(gap.last_slot), symbol: gap.symbol })),
  };
}

/**
 * A regenerated hour, cached by all of its input, so that a cache key can't have two meanings, even across databases.
 */
function remade(step: Step, whose: string, { version, chain, firstSlot, ...frame }: Frame, anchors: Anchors) {
  const name = [frame.hour, version, toHex(frame.plan.seed), ...[...anchors.values()].map(toHex)].join(' ');
  return remakeInLine(whose, name, async () => {
    if (chain === null) return { ...frame, anchors, walked: undefined };
    const day = { version: version as BeaconVersion, chain };
    const walked = await roundsOf(step, day, firstSlot, frame.hour + slotsPerHour - 1);
    return walked && { ...frame, anchors, walked };
  });
}

/** The randomness of the rounds of these slots; undefined if one is missing. */
export async function roundsOf(
  step: Step,
  { version, chain }: { version: BeaconVersion; chain: number },
  slot: number,
  last: number,
): Promise<HourPlan['walked']> {
  const { genesis } = (await step((tx) => readChain(tx, chain)))!;
  const [first, end] = [roundOfSlot({ genesis }, slot), roundOfSlot({ genesis }, last) + 1];
  const randomness = new Uint8Array((end - first) * hashLength);
  for (let from = first; from < end; from += page) {
    const to = Math.min(from + page, end);
    const some = await step((tx) => randomnessBetween(tx, chain, from, to - 1));
    if (some.size < to - from) return undefined;
    for (const [round, given] of some) randomness.set(given, (round - first) * hashLength);
  }
  return { version, slot, genesis, randomness };
}

function runOf(
  symbol: number,
  first: number,
  checkpoint: Checkpoint,
  hours: readonly RemadeHour[],
  anchors: Anchors,
): TapeRun | undefined {
  const end = Number(checkpoint.slot);
  const heads = [...anchors.keys()]
    .sort((a, b) => a - b)
    .flatMap((coin) => {
      const head = headOf(hours, coin, end);
      return head && head.slot > end - leavesTreeAfter ? [{ coin, ...head }] : [];
    });
  const levels = treeOf(
    heads.map(({ coin, slot, hash }) => sha(leafBytes(coin, slot, hash))),
    sha,
  );
  const leaf = heads.findIndex(({ coin }) => coin === symbol);
  if (leaf < 0 || !checkpoint.root.equals(rootOf(levels))) return undefined;
  const ticks = hours.flatMap((hour) => ticksOf(hour.get(symbol)!));
  const from = Math.max(
    0,
    ticks.findLastIndex(({ slot }) => slot < first),
  );
  return {
    symbol,
    before: from > 0 ? ticks[from - 1]!.hash : toHex(anchors.get(symbol) ?? zeroHash),
    ticks: ticks.slice(from).filter(({ slot }) => slot <= end),
    path: pathOf(levels, leaf).map(({ side, hash }) => ({ side, hash: toHex(hash) })),
    checkpoint: checkpointOf(checkpoint),
  };
}

const ticksOf = (ticks: RemadeTicks): TapeRun['ticks'] =>
  Array.from(ticks.slots, (slot, i) => ({ slot, price: String(ticks.prices[i]), hash: toHex(hashAt(ticks, i)) }));
