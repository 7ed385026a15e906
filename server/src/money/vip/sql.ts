import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';
import type { Membership } from '#platform/database/schema.ts';
import type { BeginResult } from '../movements/movements.ts';

export type Row = Selectable<Membership>;
type Upgraded = BeginResult | 'account_abnormal' | 'vip_not_higher' | 'vip_refund_open' | 'vip_deposit_changed';
type RefundAnswer =
  | Exclude<BeginResult, 'insufficient_balance'>
  | 'vip_no_deposit'
  | 'vip_still_held'
  | 'vip_refund_open';

export const membershipOf = (tx: Tx, person: string): Promise<Row | undefined> =>
  tx.selectFrom('membership').selectAll().where('person', '=', person).executeTakeFirst();

/** The deposit held for the person with a number. */
export const depositOf = async (tx: Tx, number: bigint): Promise<bigint | undefined> =>
  (
    await tx
      .selectFrom('membership')
      .innerJoin('person', 'person.id', 'membership.person')
      .select('deposit')
      .where('number', '=', number)
      .executeTakeFirst()
  )?.deposit;

/** The amounts a user has received on the UTC day and in the month of a time. */
export async function receivedOf(tx: Tx, person: string, at: Date): Promise<{ day: bigint; month: bigint }> {
  const rows = await tx
    .selectFrom('received')
    .select(['span', 'amount'])
    .where('person', '=', person)
    .where('since', '=', sql<Date>`date_trunc(span, ${at}::timestamptz at time zone 'UTC')::date`)
    .execute();
  const amountIn = (span: string) => rows.find((row) => row.span === span)?.amount ?? 0n;
  return { day: amountIn('day'), month: amountIn('month') };
}

type Upgrade = { owner: bigint; id: string; level: number; deposit: bigint };
export const upgrade = async (tx: Tx, now: Date, { owner, id, level, deposit }: Upgrade): Promise<Upgraded> =>
  (
    await sql<{ answer: Upgraded }>`
      select upgrade_vip(${owner}, ${id}, ${level}::smallint, ${deposit}, ${now}) as answer`.execute(tx)
  ).rows[0]!.answer;

export const askRefund = async (tx: Tx, now: Date, owner: bigint, id: string): Promise<RefundAnswer> =>
  (await sql<{ answer: RefundAnswer }>`select ask_vip_refund(${owner}, ${id}, ${now}) as answer`.execute(tx)).rows[0]!
    .answer;

/** Returns some of the deposits that are due, with their owners and movements. */
export const returnDue = async (db: Db | Tx, now: Date, limit: number) =>
  (await sql<{ number: bigint; id: string }>`select * from return_deposits(${now}, ${limit})`.execute(db)).rows;

/** The amounts a user received by day and by month, newest first. */
export const receivedSums = (tx: Tx, person: string, limit: number) =>
  tx
    .selectFrom('received')
    .select(['span', sql<string>`to_char(since, 'YYYY-MM-DD')`.as('since'), 'amount'])
    .where('person', '=', person)
    .orderBy('received.since', 'desc')
    .orderBy('span')
    .limit(limit)
    .execute();
