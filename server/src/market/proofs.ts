import { toHex } from '@glasshouse/protocol/bytes';
import type { Coin } from '@glasshouse/protocol/coins';
import type { SignedCheckpoint, TapeRun } from '@glasshouse/protocol/proof';
import { leafBytes, leavesTreeAfter, pathOf, rootOf, treeOf, zeroHash } from '@glasshouse/protocol/tape';
import { type TicksFile, writeTicks } from '@glasshouse/protocol/ticks-file';
import type { Db } from '../platform/db.ts';
import { sha } from '../platform/signer.ts';
import * as table from './sql.ts';
import { headsAt, symbolsOnTape } from './tape-sql.ts';

const longestRun = 1300; // ticks: ten minutes and the neighbours on both sides
const hour = 7200;

type CheckpointLine = NonNullable<Awaited<ReturnType<typeof table.checkpointFrom>>>;
export const checkpointOf = (row: CheckpointLine): SignedCheckpoint => ({
  slot: Number(row.slot),
  size: row.size,
  root: toHex(row.root),
  previous: toHex(row.previous),
  publicKey: toHex(row.public_key),
  signature: toHex(row.signature),
});

/**
 * The way from a symbol's head up to the root of a checkpoint, found by building the same tree again. There is none if the symbol is not in
 * that tree, or ticks that were in it have left the tape.
 */
export async function pathTo(db: Db, symbol: number, checkpoint: CheckpointLine): Promise<TapeRun['path'] | undefined> {
  const slot = Number(checkpoint.slot);
  const heads = await headsAt(db, await symbolsOnTape(db), slot - leavesTreeAfter + 1, slot);
  const tree = treeOf(
    heads.map((head) => sha(leafBytes(head.symbol, head.slot, head.hash))),
    sha,
  );
  const leaf = heads.findIndex((head) => head.symbol === symbol);
  if (leaf < 0 || !checkpoint.root.equals(rootOf(tree))) return undefined;
  return pathOf(tree, leaf).map(({ side, hash }) => ({ side, hash: toHex(hash) }));
}

/** All ticks from `first` up to the head under the first checkpoint after `last`; undefined while there is no such checkpoint. */
async function runBetween(db: Db, symbol: number, first: number, last: number): Promise<TapeRun | undefined> {
  const checkpoint = await table.checkpointFrom(db, last + 1);
  if (!checkpoint) return undefined;
  const slot = Number(checkpoint.slot);
  const path = await pathTo(db, symbol, checkpoint);
  if (!path) return undefined;
  const ticks = await table.ticksBetween(db, symbol, first, slot, longestRun);
  const before = await table.tickBefore(db, symbol, first);
  return {
    symbol,
    before: toHex(before?.hash ?? zeroHash),
    ticks: ticks.map(provenTick),
    path,
    checkpoint: checkpointOf(checkpoint),
  };
}

export const provenTick = ({ slot, price, hash }: table.TickLine) => ({
  slot: Number(slot),
  price: String(price),
  hash: toHex(hash),
});

/**
 * Proves, for each slot, the first tick at or after it: the tick before it (so nothing lies between), itself, what follows, up to a
 * signed checkpoint. Slots within ten minutes share one unbroken run. Undefined while the newest is not under a checkpoint yet, which
 * takes about a second, or when the ticks have left the tape; a receipt keeps its own copy.
 */
export async function proofFor(db: Db, symbol: number, slots: readonly number[]): Promise<TapeRun[] | undefined> {
  const spans: { first: number; last: number }[] = [];
  for (const slot of [...slots].sort((a, b) => a - b)) {
    const tick = await table.firstTickFrom(db, symbol, slot);
    if (!tick) return undefined;
    const first = Number((await table.tickBefore(db, symbol, slot))?.slot ?? tick.slot);
    const last = Number(tick.slot);
    const open = spans.at(-1);
    if (open && last - open.first <= longestRun - 100) open.last = last;
    else spans.push({ first, last });
  }
  const runs: TapeRun[] = [];
  for (const { first, last } of spans) {
    const run = await runBetween(db, symbol, first, last);
    if (!run) return undefined;
    runs.push(run);
  }
  return runs;
}

/** One hour of a coin's ticks with the proof of the last of them: the chain carries it back over all the others. */
export async function hourFile(db: Db, coin: Coin, first: number): Promise<string | undefined> {
  const inHour = await table.ticksBetween(db, coin.id, first, first + hour - 1, hour);
  const [newest] = await table.newestCheckpoints(db, 1);
  const last = inHour.at(-1);
  if (!last || !newest) return undefined;
  const checkpoint = (await table.checkpointFrom(db, Number(last.slot))) ?? newest;
  const slot = Number(checkpoint.slot);
  const ticks = slot < first + hour ? inHour.filter((tick) => tick.slot <= slot) : inHour;
  const rest = await table.ticksBetween(db, coin.id, first + hour, slot, longestRun);
  const before = await table.tickBefore(db, coin.id, first);
  const path = await pathTo(db, coin.id, checkpoint);
  const file: TicksFile = {
    symbol: coin.id,
    before: toHex(before?.hash ?? zeroHash),
    ticks: [...ticks, ...rest].map((tick) => ({ ...tick, slot: Number(tick.slot), hash: toHex(tick.hash) })),
    proof: path && { path, checkpoint: checkpointOf(checkpoint) },
  };
  return file.ticks.length === 0 ? undefined : writeTicks(file, coin);
}
