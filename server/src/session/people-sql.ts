import { type Insertable, sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import type { AccountEvent } from '../platform/schema.ts';

// What operators may see of a person: their role cannot read the hashes of passwords.
const columns = [
  'id',
  'number',
  'username',
  'email',
  'phone',
  'country',
  'invitation_code',
  'invited_by',
  'credit_score',
  'vip_level',
  'identity',
  'status',
  'registered_at',
] as const;

const beginsLike = (text: string) => `${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** People whose number, username, email, phone or invitation code begins like a text; without one, the newest. */
export function findPeople(tx: Tx, text: string, most: number) {
  const query = tx.selectFrom('person').select(columns).orderBy('number', 'desc').limit(most);
  if (text === '') return query.execute();
  const like = beginsLike(text);
  const low = beginsLike(text.toLowerCase());
  return query
    .where((where) =>
      where.or([
        where(sql`number::text`, 'like', like),
        where(sql`lower(username)`, 'like', low),
        where('email', 'like', low),
        where('phone', 'like', beginsLike(text.replaceAll(/[\s().-]/g, ''))),
        where('invitation_code', 'like', beginsLike(text.toUpperCase())),
      ]),
    )
    .execute();
}

export const personByNumber = (tx: Tx, number: bigint) =>
  tx.selectFrom('person').select(columns).where('number', '=', number).executeTakeFirst();
export const numberOf = async (tx: Tx, id: string) =>
  (await tx.selectFrom('person').select('number').where('id', '=', id).executeTakeFirst())?.number;
export const holdPerson = (tx: Tx, number: bigint) =>
  tx.selectFrom('person').select(['id', 'status']).where('number', '=', number).forNoKeyUpdate().executeTakeFirst();
export const setStatus = (tx: Tx, id: string, status: 'normal' | 'abnormal') =>
  tx.updateTable('person').set({ status }).where('id', '=', id).execute();

export const insertEvent = (tx: Tx, event: Insertable<AccountEvent>) =>
  tx.insertInto('account_event').values(event).execute();
export const eventsOf = (tx: Tx, person: string, most: number) =>
  tx
    .selectFrom('account_event')
    .select(['at', 'kind', 'reason'])
    .where('person', '=', person)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

const count = async (rows: Promise<{ n: bigint }>) => Number((await rows).n);
/** How many sessions are open: a person's, or everybody's. */
export const openSessions = (tx: Tx, now: Date, person?: string): Promise<number> =>
  count(
    tx
      .selectFrom('session')
      .select((n) => n.fn.count<bigint>('id').as('n'))
      .where('expires_at', '>', now)
      .$if(person !== undefined, (query) => query.where('person', '=', person!))
      .executeTakeFirstOrThrow(),
  );

export async function countPeople(tx: Tx): Promise<{ total: number; frozen: number }> {
  const row = await tx
    .selectFrom('person')
    .select((n) => [
      n.fn.count<bigint>('id').as('total'),
      n.fn.count<bigint>('id').filterWhere('status', '=', 'abnormal').as('frozen'),
    ])
    .executeTakeFirstOrThrow();
  return { total: Number(row.total), frozen: Number(row.frozen) };
}

/** Registrations of the last days, oldest first; days without one are there too. */
export async function signUpsByDay(tx: Tx, now: Date, days: number): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: bigint }>`
    with first as (
      select date_trunc('day', ${now}::timestamptz at time zone 'UTC') - ${days - 1} * interval '1 day' as day
    ), counted as (
      select date_trunc('day', registered_at at time zone 'UTC') as day, count(*) as count
      from person where registered_at >= (select day at time zone 'UTC' from first) group by 1
    )
    select to_char(series.day, 'YYYY-MM-DD') as day, coalesce(count, 0) as count
    from first, generate_series(first.day, first.day + ${days - 1} * interval '1 day', interval '1 day') as series (day)
    left join counted on counted.day = series.day order by 1`.execute(tx);
  return rows.map((row) => ({ day: row.day, count: Number(row.count) }));
}
