import { checkSignature } from '@glasshouse/protocol/market/proof';
import {
  checkpointBytes,
  firstSlotOf,
  isStale,
  leafBytes,
  leavesTreeAfter,
  rootOf,
  slotsPerDay,
  slotsPerMinute,
  tickBytes,
  treeOf,
  zeroHash,
} from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';
import { sha } from '#platform/security/signer.ts';
import { checkpointOf } from './proofs.ts';
import { sourceMessageOf } from './source-message.ts';
import { nameOfSource, removedDays, type TickLine } from './sql.ts';
import { symbolsOnTape } from './tape-sql.ts';

type TapeFault = { symbol: number; slot: number; what: 'tick' | 'stale' | 'gap' | 'root' | 'signature' | 'chain' };
export type Audit = { ticks: number; checkpoints: number; gaps: number; faults: TapeFault[] };
type Ticked = Omit<TickLine, 'volume'> & { symbol: number };

const page = 10 * slotsPerMinute;
const maxFaults = 20;

/**
 * Recomputes the entire tape: every hash, every jump between slots, every root and signature. Faults are in the order
 * of the tape.
 */
export async function auditTape(db: Db): Promise<Audit> {
  const symbols = await symbolsOnTape(db);
  const range = await edges(db, symbols);
  const audit: Audit = { ticks: 0, checkpoints: 0, gaps: 0, faults: [] };
  if (!range) return audit;
  // The tape may begin later, if old days have left it.
  let { first } = range;
  for (const day of await removedDays(db, range.first, range.last)) {
    await auditSpan(db, symbols, audit, first, firstSlotOf(day));
    first = firstSlotOf(day + 1);
  }
  await auditSpan(db, symbols, audit, first, range.last + 1);
  return audit;
}

async function auditSpan(db: Db, symbols: readonly number[], audit: Audit, first: number, end: number): Promise<void> {
  if (first >= end) return;
  const state = await openState(db, audit, first);
  for (let from = first; from < end && audit.faults.length < maxFaults; from += page) {
    const to = Math.min(from + page, end);
    const ticks = await ticksOf(db, symbols, from, to);
    const checkpoints = await checkpointsOf(db, from, to);
    for (const tick of ticks) {
      while (checkpoints[0] && checkpoints[0].slot < tick.slot) await state.checkpoint(checkpoints.shift()!);
      state.tick(tick);
    }
    for (const checkpoint of checkpoints) await state.checkpoint(checkpoint);
  }
}

async function edges(db: Db, symbols: readonly number[]) {
  const { rows } = await sql<{ first: bigint | null; last: bigint | null }>`
    select min(a.slot) as first, max(z.slot) as last from unnest(${symbols}::int[]) s
    cross join lateral (select slot from tick where symbol = s order by slot limit 1) a
    cross join lateral (select slot from tick where symbol = s order by slot desc limit 1) z`.execute(db);
  const { first, last } = rows[0]!;
  return first === null || last === null ? undefined : { first: Number(first), last: Number(last) };
}

const ticksOf = (db: Db, symbols: readonly number[], from: number, to: number) =>
  sql<Ticked>`
    select t.symbol, t.slot, t.price, t.hash, t.heard_at, t.message, ${nameOfSource} as source from unnest(${symbols}::int[]) s
    cross join lateral (select * from tick where symbol = s and slot >= ${from} and slot < ${to}) t
    order by t.slot, t.symbol`
    .execute(db)
    .then(({ rows }) => rows);

const checkpointsOf = (db: Db, from: number, to: number) =>
  db
    .selectFrom('tape_checkpoint as c')
    .innerJoin('tape_key as k', 'k.id', 'c.key')
    .select(['c.slot', 'c.size', 'c.root', 'c.previous', 'c.signature', 'k.public_key'])
    .where('c.slot', '>=', BigInt(from))
    .where('c.slot', '<', BigInt(to))
    .orderBy('c.slot')
    .execute();
type CheckpointLine = Awaited<ReturnType<typeof checkpointsOf>>[number];

async function openState(db: Db, audit: Audit, first: number) {
  const gaps = await db.selectFrom('tape_gap').selectAll().orderBy('first_slot').execute();
  const older = await checkpointsOf(db, first - slotsPerDay, first);
  audit.gaps = gaps.length;
  const heads = new Map<number, { slot: number; hash: Buffer }>();
  const fault = (symbol: number, slot: number, what: TapeFault['what']) => audit.faults.push({ symbol, slot, what });
  let previous = older.length > 0 ? hashOf(older.at(-1)!) : undefined;
  let begun = older.length === 0;
  /** Gaps that touch count as one, because two days in a row may have been given up. */
  const marked = (symbol: number, from: number, to: number) => {
    let next = from;
    for (const gap of gaps)
      if ((gap.symbol === 0 || gap.symbol === symbol) && gap.first_slot <= next && gap.last_slot >= next)
        next = Number(gap.last_slot) + 1;
    return next > to;
  };

  const tick = (row: Ticked) => {
    const { symbol, price, hash } = row;
    const slot = Number(row.slot);
    const heard = sourceMessageOf(row);
    const head = heads.get(symbol);
    const right = sha(tickBytes(head?.hash ?? zeroHash, { symbol, slot, price, heard })).equals(hash);
    // Earlier days may have left the tape; then only the checkpoints prove the first remaining tick.
    if (!right && (head || begun)) fault(symbol, slot, 'tick');
    if (heard && isStale(slot, heard.at)) fault(symbol, slot, 'stale');
    if (head && slot > head.slot + 1 && !marked(symbol, head.slot + 1, slot - 1)) fault(symbol, slot, 'gap');
    heads.set(symbol, { slot, hash });
    audit.ticks++;
  };
  const checkpoint = async (row: CheckpointLine) => {
    const slot = Number(row.slot);
    const inTree = [...heads].filter(([, head]) => head.slot > slot - leavesTreeAfter).sort(([a], [b]) => a - b);
    const leaves = inTree.map(([symbol, head]) => sha(leafBytes(symbol, head.slot, head.hash)));
    // Heads of a silent symbol may have left with the previous day. An hour later, no head of that day is in the tree.
    const whole = older.length === 0 || slot >= first + leavesTreeAfter || leaves.length === row.size;
    if (whole && (leaves.length !== row.size || !row.root.equals(rootOf(treeOf(leaves, sha))))) fault(0, slot, 'root');
    if (!row.previous.equals(previous ?? zeroHash)) fault(0, slot, 'chain');
    if (await checkSignature(checkpointOf(row))) fault(0, slot, 'signature');
    previous = hashOf(row);
    begun = true;
    audit.checkpoints++;
  };
  return { tick, checkpoint };
}

const hashOf = (row: CheckpointLine) => sha(checkpointBytes({ ...row, slot: Number(row.slot) }));
