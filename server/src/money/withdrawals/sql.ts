import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { Payee, Withdrawal } from '#platform/database/schema.ts';
import type { First } from '#site/review/review.ts';
import type { BeginResult } from '../movements/movements.ts';

/** The queue of withdrawals. */
export const kind = 'withdrawal';

export type Row = Selectable<Withdrawal>;
export type PayeeRow = Selectable<Payee>;
type Wrapped = { key_id: string; wrapped_key: Buffer };

export const insertWithdrawal = (tx: Tx, row: Insertable<Withdrawal>) =>
  tx.insertInto('withdrawal').values(row).execute();
export const withdrawalOf = (tx: Tx, owner: bigint, id: string): Promise<Row | undefined> =>
  tx.selectFrom('withdrawal').selectAll().where('owner', '=', owner).where('id', '=', id).executeTakeFirst();
export const withdrawalOfCase = (tx: Tx, id: string): Promise<Row> =>
  tx.selectFrom('withdrawal').selectAll().where('case_id', '=', id).executeTakeFirstOrThrow();
export const setFirst = (tx: Tx, id: string, first: First) =>
  tx.updateTable('withdrawal').set(first).where('case_id', '=', id).execute();

/** The reasons for which the database refuses a withdrawal. */
type Refused =
  | 'account_abnormal'
  | 'identity_needed'
  | 'withdrawals_locked'
  | 'fee_changed'
  | 'withdrawal_too_small'
  | 'withdrawal_too_large'
  | 'too_many_withdrawals'
  | 'day_limit'
  | 'payee_not_saved'
  | 'payee_waits';
type New = {
  owner: bigint;
  id: string;
  caseId: string;
  currency: number;
  amount: bigint;
  fee: bigint;
  label: string;
  /** The id of the payee if it is a saved one. */
  saved: string | null;
};
/** Holds the money of a withdrawal that has an open case. The database checks every reason to refuse it. */
export const startWithdrawal = async (
  tx: Tx,
  now: Date,
  { owner, id, caseId, currency, amount, fee, label, saved }: New,
) =>
  (
    await sql<{ begun: BeginResult | Refused }>`
      select start_withdrawal_to(
        ${owner}, ${id}, ${caseId}, ${currency}::smallint, ${amount}, ${fee}, ${label}, ${now}, ${saved}) as begun`.execute(
      tx,
    )
  ).rows[0]!.begun;
/** Pays a withdrawal if it was approved and its account is not frozen. Returns whether it did. */
export const pay = async (tx: Tx, now: Date, owner: bigint, id: string): Promise<boolean> =>
  (await sql<{ paid: boolean }>`select pay_withdrawal(${owner}, ${id}, ${now}) as paid`.execute(tx)).rows[0]!.paid;

/** Cancels for the user. False if it was decided before. */
export const cancel = async (tx: Tx, now: Date, owner: bigint, id: string): Promise<boolean> =>
  (await sql<{ done: boolean }>`select cancel_withdrawal(${owner}, ${id}, ${now}) as done`.execute(tx)).rows[0]!.done;

/** Whether a withdrawal under review may be approved automatically. */
export const clockMayPay = async (tx: Tx, now: Date, owner: bigint, id: string): Promise<boolean> =>
  (await sql<{ may: boolean }>`select clock_may_pay(${owner}, ${id}, ${now}) as may`.execute(tx)).rows[0]!.may;
/** The same for a withdrawal the user would submit now, as far as that depends on the user. */
export const clockMayPayUser = async (tx: Tx, now: Date, person: string): Promise<boolean> =>
  (await sql<{ may: boolean }>`select clock_may_pay_user(${person}, ${now}, ${now}) as may`.execute(tx)).rows[0]!.may;
/** Approves the withdrawal that has been due longest, if automatic approval may. */
export const passDue = async (tx: Tx, now: Date): Promise<{ owner: bigint; id: string } | undefined> =>
  (await sql<{ owner: bigint; id: string }>`select * from pass_withdrawal(${now})`.execute(tx)).rows[0];

/** The part of the daily limit used on a UTC day, in USDT units. */
export const usedOn = async (tx: Tx, owner: bigint, day: string): Promise<bigint> =>
  (
    await tx
      .selectFrom('withdrawal_day')
      .select('used')
      .where('owner', '=', owner)
      .where('day', '=', sql<Date>`${day}::date`)
      .executeTakeFirst()
  )?.used ?? 0n;
/** The part of the daily limit that one withdrawal uses; 0 after it was canceled or returned. */
export const countOf = async (tx: Tx, owner: bigint, id: string): Promise<bigint> =>
  (await countRow(tx, owner, id))?.usdt ?? 0n;
/** The mark of the saved payee that a withdrawal was started for. */
export const markedFor = async (tx: Tx, owner: bigint, id: string): Promise<Buffer | null> =>
  (await countRow(tx, owner, id))?.mark ?? null;
const countRow = (tx: Tx, owner: bigint, id: string) =>
  tx
    .selectFrom('withdrawal_count')
    .select(['usdt', 'mark'])
    .where('owner', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();

/** The user's money in withdrawals that are neither paid nor returned, by currency. */
export const heldFor = async (tx: Tx, owner: bigint) =>
  (
    await sql<{ currency: number; amount: bigint }>`
      select currency, sum(amount)::bigint as amount from movement
      where owner = ${owner} and flow = 'withdraw' and state in ('under_review', 'withdrawing', 'frozen') group by currency`.execute(
      tx,
    )
  ).rows;

/**
 * Withdrawals whose network delay has passed. `takes` has the delay in seconds by label. Frozen accounts are left out.
 */
export const dueForPay = async (tx: Tx, now: Date, takes: Record<string, number>, limit: number) =>
  (
    await sql<{ owner: bigint; id: string }>`
      select movement.owner, movement.id from movement
      join person on person.number = movement.owner and person.status = 'normal'
      join json_each_text(${JSON.stringify(takes)}::json) as takes (label, seconds) on takes.label = movement.label
      where flow = 'withdraw' and state = 'withdrawing' and changed_at + takes.seconds::int * interval '1 second' <= ${now}
      order by changed_at, movement.id limit ${limit}`.execute(tx)
  ).rows;
export const stopFrozen = async (tx: Tx, now: Date, limit: number) =>
  (await sql<{ owner: bigint; id: string }>`select * from stop_withdrawals(${now}, ${limit})`.execute(tx)).rows;

// Saved payees.
export const payeesOf = (tx: Tx, person: string): Promise<PayeeRow[]> =>
  tx.selectFrom('payee').selectAll().where('person', '=', person).orderBy('id', 'desc').execute();
type NewPayee = Pick<PayeeRow, 'id' | 'person' | 'sealed' | 'wrapped_key' | 'key_id' | 'mark' | 'added_at'>;
/** Takes the first free place; the table allows twenty. The database sets the time from which the payee is usable. */
export const insertPayee = async (tx: Tx, row: NewPayee): Promise<Date> =>
  (
    await sql<{ usable_at: Date }>`
      insert into payee (id, person, place, sealed, wrapped_key, key_id, mark, added_at)
      select ${row.id}, ${row.person}, free, ${row.sealed}, ${row.wrapped_key}, ${row.key_id}, ${row.mark}, ${row.added_at}
      from generate_series(1, 21) as free
      where not exists (select from payee where person = ${row.person} and place = free) order by free limit 1
      returning usable_at`.execute(tx)
  ).rows[0]!.usable_at;
/** Marks a payee saved by the previous release. */
export const markPayee = async (tx: Tx, id: string, mark: Buffer, now: Date): Promise<PayeeRow | undefined> =>
  tx
    .updateTable('payee')
    .set({ mark, added_at: now })
    .where('id', '=', id)
    .where('mark', 'is', null)
    .returningAll()
    .executeTakeFirst();

export const setSavedOnly = async (tx: Tx, person: string, on: boolean, now: Date): Promise<boolean> =>
  (await sql<{ done: boolean }>`select set_saved_payees_only(${person}, ${on}, ${now}) as done`.execute(tx)).rows[0]!
    .done;
export const deletePayee = async (tx: Tx, person: string, id: string): Promise<boolean> =>
  (await tx.deleteFrom('payee').where('person', '=', person).where('id', '=', id).executeTakeFirst()).numDeletedRows >
  0n;

// Key rotation.
export const withdrawalsNotUnder = (tx: Tx, key: string, limit: number) =>
  tx
    .selectFrom('withdrawal')
    .select(['owner', 'id', 'sealed', 'key_id', 'wrapped_key'])
    .where('key_id', '<>', key)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
export const setWrapped = (
  tx: Tx,
  { owner, id }: Pick<Row, 'owner' | 'id'>,
  wrapped: Wrapped & { payee_hash: Buffer },
) => tx.updateTable('withdrawal').set(wrapped).where('owner', '=', owner).where('id', '=', id).execute();
export const payeesNotUnder = (tx: Tx, key: string, limit: number) =>
  tx
    .selectFrom('payee')
    .select(['id', 'key_id', 'wrapped_key'])
    .where('key_id', '<>', key)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
export const setPayeeWrapped = (tx: Tx, id: string, wrapped: Wrapped) =>
  tx.updateTable('payee').set(wrapped).where('id', '=', id).execute();

/** Newest first, for the user's data export. */
export const withdrawalsBefore = (tx: Tx, owner: bigint, before: string | undefined, limit: number): Promise<Row[]> => {
  const all = tx.selectFrom('withdrawal').selectAll().where('owner', '=', owner).orderBy('id', 'desc').limit(limit);
  return (before === undefined ? all : all.where('id', '<', before)).execute();
};
/** Withdrawals an operator may still have to act on, those that have waited longest first. */
export const openIn = (tx: Tx, state: string, after: { at: Date; id: string } | undefined, limit: number) =>
  tx
    .selectFrom('movement')
    .leftJoin('withdrawal_count', (join) =>
      join.onRef('withdrawal_count.owner', '=', 'movement.owner').onRef('withdrawal_count.id', '=', 'movement.id'),
    )
    .leftJoin('review_case', 'review_case.id', 'withdrawal_count.case_id')
    .select(['movement.owner', 'movement.id', 'withdrawal_count.case_id', 'review_case.decision'])
    .where('movement.flow', '=', 'withdraw')
    .where('movement.state', '=', state)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(movement.changed_at, movement.id) > (${after?.at}, ${after?.id})`),
    )
    .orderBy('movement.changed_at')
    .orderBy('movement.id')
    .limit(limit)
    .execute();
