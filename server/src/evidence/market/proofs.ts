import { toHex } from '@glasshouse/protocol/bytes';
import type { Coin } from '@glasshouse/protocol/market/coins';
import type { ProvenTick, SignedCheckpoint, TapeRun } from '@glasshouse/protocol/market/proof';
import { leafBytes, leavesTreeAfter, pathOf, rootOf, treeOf, zeroHash } from '@glasshouse/protocol/market/tape';
import { type TicksFile, writeTicks } from '@glasshouse/protocol/market/ticks-file';
import type { Db } from '#platform/database/db.ts';
import { sha } from '#platform/security/signer.ts';
import { createLruCache } from './lru-cache.ts';
import { provenMessageOf } from './source-message.ts';
import * as table from './sql.ts';
import { headsAt, symbolsOnTape } from './tape-sql.ts';

const longestRun = 1300; // ticks: ten minutes and one neighbor on each side
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

// Data under a checkpoint never changes, so results are cached by the root of the checkpoint. The root identifies every
// tick under it, so a cache key can't have two meanings, even across databases.
const keptTrees = createLruCache<Tree>(50_000, ({ symbols }) => symbols.length);
const keptRuns = createLruCache<TapeRun>(100_000, ({ ticks }) => ticks.length);
const keptHours = createLruCache<string>(48_000_000, (text) => text.length);

type Tree = { symbols: number[]; levels: ReturnType<typeof treeOf> };
/** The tree of a checkpoint, rebuilt; undefined if some of its ticks have left the tape. */
async function treeUnder(db: Db, { slot: at, root }: CheckpointLine): Promise<Tree | undefined> {
  const slot = Number(at);
  const heads = await headsAt(db, await symbolsOnTape(db), slot - leavesTreeAfter + 1, slot);
  const levels = treeOf(
    heads.map((head) => sha(leafBytes(head.symbol, head.slot, head.hash))),
    sha,
  );
  return root.equals(rootOf(levels)) ? { symbols: heads.map((head) => head.symbol), levels } : undefined;
}

/**
 * The path from a symbol's head to the root of a checkpoint. Undefined if the symbol is not in its tree, or the tree is
 * lost.
 */
export async function pathTo(db: Db, symbol: number, checkpoint: CheckpointLine): Promise<TapeRun['path'] | undefined> {
  const tree = await keptTrees(toHex(checkpoint.root), () => treeUnder(db, checkpoint));
  const leaf = tree?.symbols.indexOf(symbol) ?? -1;
  if (!tree || leaf < 0) return undefined;
  return pathOf(tree.levels, leaf).map(({ side, hash }) => ({ side, hash: toHex(hash) }));
}

/**
 * All ticks from `first` to the head under the first checkpoint after `last`; undefined while there is no such
 * checkpoint.
 */
async function runBetween(db: Db, symbol: number, first: number, last: number): Promise<TapeRun | undefined> {
  const checkpoint = await table.checkpointFrom(db, last + 1);
  if (!checkpoint) return undefined;
  const name = `${symbol} ${first} ${checkpoint.slot} ${toHex(checkpoint.root)}`;
  return keptRuns(name, () => readRun(db, symbol, first, checkpoint));
}

async function readRun(
  db: Db,
  symbol: number,
  first: number,
  checkpoint: CheckpointLine,
): Promise<TapeRun | undefined> {
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

export function provenTick(row: table.TickLine): ProvenTick {
  const tick = { slot: Number(row.slot), price: String(row.price), hash: toHex(row.hash) };
  const heard = provenMessageOf(row);
  return heard ? { ...tick, heard } : tick;
}

/**
 * Proves, for each slot, the first tick at or after it: the tick before it (so nothing lies between), the tick, and
 * those that follow up to a signed checkpoint. Slots within ten minutes share one unbroken run. Undefined until a
 * checkpoint covers the newest one, which takes about a second, or if the ticks have left the tape; a downloaded
 * receipt has its own copy.
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

/** One hour of a coin's ticks with the proof of the last one. The chain extends the proof to all earlier ones. */
export async function hourFile(db: Db, coin: Coin, first: number): Promise<string | undefined> {
  const last = await table.tickBefore(db, coin.id, first + hour);
  const [newest] = await table.newestCheckpoints(db, 1);
  if (!last || last.slot < first || !newest) return undefined;
  const checkpoint = (await table.checkpointFrom(db, Number(last.slot))) ?? newest;
  const write = () => writeHour(db, coin, first, checkpoint);
  // An hour that is signed to its end doesn't change any more.
  if (newest.slot < first + hour - 1) return write();
  return keptHours(`${coin.id} ${first} ${checkpoint.slot} ${toHex(checkpoint.root)}`, write);
}

async function writeHour(db: Db, coin: Coin, first: number, checkpoint: CheckpointLine): Promise<string | undefined> {
  const slot = Number(checkpoint.slot);
  const inHour = await table.ticksBetween(db, coin.id, first, Math.min(first + hour - 1, slot), hour);
  const rest = await table.ticksBetween(db, coin.id, first + hour, slot, longestRun);
  const before = await table.tickBefore(db, coin.id, first);
  const path = await pathTo(db, coin.id, checkpoint);
  const file: TicksFile = {
    symbol: coin.id,
    before: toHex(before?.hash ?? zeroHash),
    ticks: [...inHour, ...rest].map((tick) => ({
      ...{ slot: Number(tick.slot), price: tick.price, volume: tick.volume, hash: toHex(tick.hash) },
      heard: provenMessageOf(tick),
    })),
    proof: path && { path, checkpoint: checkpointOf(checkpoint) },
  };
  return file.ticks.length === 0 ? undefined : writeTicks(file, coin);
}
