import type { Flow, MovementState } from '@glasshouse/protocol/movements/arrows';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { newestBefore, type Place } from '#platform/observability/timeline.ts';

/** A movement as the table stores it. */
export type Row = {
  owner: bigint;
  id: string;
  serial: bigint;
  flow: Flow;
  state: MovementState;
  currency: number;
  amount: bigint;
  fee: bigint;
  other: bigint | null;
  label: string;
  at: Date;
  changed_at: Date;
  reason: string | null;
};
export type BeginResult = 'started' | 'repeated' | 'nobody' | 'id_used' | 'insufficient_balance';
type New = Pick<Row, 'owner' | 'id' | 'flow' | 'state' | 'currency' | 'amount' | 'fee' | 'other' | 'label' | 'at'>;

export async function startMovement(tx: Tx, row: New): Promise<BeginResult> {
  const { owner, id, flow, state, currency, amount, fee, other, label, at } = row;
  const { rows } = await sql<{ begun: BeginResult }>`
    select start_movement(${owner}, ${id}, ${flow}, ${state}, ${currency}::smallint, ${amount}, ${fee}, ${other}, ${label}, ${at}) as begun
  `.execute(tx);
  return rows[0]!.begun;
}

export async function walkMovement(
  tx: Tx,
  { owner, id }: Pick<Row, 'owner' | 'id'>,
  state: MovementState,
  at: Date,
  reason: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ walked: boolean }>`
    select walk_movement(${owner}, ${id}, ${state}, ${at}, ${reason}) as walked`.execute(tx);
  return rows[0]!.walked;
}

export const movementById = async (tx: Tx, owner: bigint, id: string): Promise<Row | undefined> =>
  (await tx.selectFrom('movement').selectAll().where('owner', '=', owner).where('id', '=', id).executeTakeFirst()) as
    | Row
    | undefined;

/** The oldest movements with a number: a transfer is one for each member, and users may have chosen the same number. */
export const movementsNumbered = async (tx: Tx, id: string, limit: number): Promise<Row[]> =>
  (await tx
    .selectFrom('movement')
    .selectAll()
    .where('id', '=', id)
    .orderBy('at')
    .orderBy('serial')
    .limit(limit)
    .execute()) as Row[];

/** Its states, first to last. The arrows have no cycle except for a top-up that is uploaded again. */
export const stepsOf = (tx: Tx, owner: bigint, id: string) =>
  tx
    .selectFrom('movement_step')
    .select(['state', 'at', 'reason'])
    .where('owner', '=', owner)
    .where('id', '=', id)
    .orderBy('place', 'desc')
    .limit(100)
    .execute();

/** All of an owner's movements, newest first. The next page begins before the last one's serial. */
export const newestOf = async (tx: Tx, owner: bigint, before: bigint | undefined, limit: number): Promise<Row[]> => {
  const rows = await tx
    .selectFrom('movement')
    .selectAll()
    .where('owner', '=', owner)
    .$if(before !== undefined, (query) => query.where('serial', '<', before!))
    .orderBy('serial', 'desc')
    .limit(limit)
    .execute();
  return rows as Row[];
};

type MoneyEvent = Pick<Row, 'flow' | 'state' | 'currency' | 'amount' | 'reason'>;
/** An owner's movements by the time they began, each with its current state. */
export const movementEvents = (tx: Tx, owner: bigint, before: Place | undefined, limit: number) =>
  newestBefore<MoneyEvent>(
    tx,
    sql`select at, 'money:' || id as key, flow, state, currency, amount, reason from movement where owner = ${owner}`,
    before,
    limit,
  );
