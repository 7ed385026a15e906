import { lateAfter } from '@glasshouse/protocol/orders/tape-rule';
import { sql } from 'kysely';
import { type Db, step, type Tx } from '#platform/database/db.ts';
import type { AnySettlementStrategy } from '../ending.ts';
import { openSlots } from './settle-sql.ts';

const maxRows = 50_000;
const maxOpen = 64;

/**
 * A slot that the tape had reached, and the first transaction that had not begun to write at that time. An opening
 * locks wallets, which assigns its transaction number, before it reads the head. So orders of transaction `before` and
 * later are due after `slot`.
 */
type Fence = { slot: number; before: string };

/**
 * `open` lists slots with orders that are not settled, because they were committed late or their rule waits for a tick.
 * `looked` is how far this round has searched for such slots.
 */
type RollupProgress = { through: number; open: number[]; looked: number; more: boolean };

/**
 * Adds up ended orders by day and advances `settled_through`: up to that slot nothing is open and no order can still
 * appear. It advances to a slot only when every transaction that could still write an order due there has ended. It
 * stops before an open order, but keeps searching the slots after it step by step, so that one pending order doesn't
 * delay others.
 */
export function openRollup(db: Db, ending: AnySettlementStrategy) {
  let fence: Fence | undefined;
  let looked = 0;
  return async (slot: number): Promise<RollupProgress | undefined> => {
    if (fence && !(await hasPassed(db, fence))) return undefined;
    // A head may be as old as an exit may be late, so orders due in that time may not be decided yet.
    const to = fence && fence.slot - lateAfter;
    const rolled = to === undefined ? undefined : await step(db, (tx) => moveTo(tx, ending, to, looked));
    looked = rolled?.looked ?? looked;
    if (!rolled?.more) fence = { slot, before: await firstNotBegun(db) };
    return rolled;
  };
}

/** Advances by one step of bounded size. Undefined while another settler does so. */
async function moveTo(
  tx: Tx,
  { table, addUp }: AnySettlementStrategy,
  to: number,
  before: number,
): Promise<RollupProgress | undefined> {
  // A step covers at least one slot, however many orders ended there.
  const { rows } = await sql<{ through: bigint }>`
    select settled_through as through, set_config('statement_timeout', '10min', true)
    from settlement where product = ${table} for update skip locked`.execute(tx);
  if (!rows[0]) return undefined;
  const from = Number(rows[0].through);
  if (to <= from) return { through: from, open: [], looked: 0, more: false };
  const first = Math.max(from, before);
  const last = await stepFrom(tx, table, first, to);
  const open = await openSlots(tx, table, first, last, maxOpen);
  const end = open.length < maxOpen ? last : open.at(-1)!;
  const through = first > from ? from : open.length > 0 ? open[0]! - 1 : last;
  if (through > from) {
    await addUp(tx, from, through);
    await sql`update settlement set settled_through = ${through} where product = ${table}`.execute(tx);
  }
  return { through, open, looked: end < to ? end : 0, more: through === last && last < to };
}

/**
 * The last slot of the next step. A step has complete slots, at least one, with at most `maxRows` orders where
 * possible.
 */
async function stepFrom(tx: Tx, table: string, from: number, to: number): Promise<number> {
  const { rows } = await sql<{ slot: bigint }>`
    select due_slot as slot from ${sql.table(table)} where due_slot > ${from} and due_slot <= ${to}
    order by due_slot offset ${maxRows} limit 1`.execute(tx);
  return rows[0] ? Math.max(Number(rows[0].slot) - 1, from + 1) : to;
}

async function firstNotBegun(db: Db): Promise<string> {
  const { rows } = await sql<{ before: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as before`.execute(db);
  return rows[0]!.before;
}

async function hasPassed(db: Db, { before }: Fence): Promise<boolean> {
  const { rows } = await sql<{ passed: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${before}::xid8 as passed`.execute(db);
  return rows[0]!.passed;
}
