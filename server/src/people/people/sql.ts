import { namesSearched } from '@glasshouse/protocol/backoffice/search';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { beginsLike, partLike } from '#platform/database/like.ts';
import type { AccountEvent, StaffNote } from '#platform/database/schema.ts';
import { newestBefore, type Place } from '#platform/observability/timeline.ts';

export type NewPerson = {
  id: string;
  username: string | null;
  email: string | null;
  phone: string | null;
  country: string;
  password_hash: string;
  trade_password_hash: string;
  invitation_code: string;
  invited_by: string | null;
  registered_at: Date;
  language: string;
};
export const insertPerson = (tx: Tx, person: NewPerson) =>
  tx.insertInto('person').values(person).returningAll().executeTakeFirstOrThrow();

export const personById = (tx: Tx, id: string) =>
  tx.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The same, locked until the end of the transaction: concurrent changes to the means of logging in wait. */
export const lockById = (tx: Tx, id: string) =>
  tx.selectFrom('person').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();

/** The lookup form of an account name: a phone without punctuation, anything else in lower case. */
export function loginName(account: string): string {
  const bare = account.replaceAll(/[\s().-]/g, '');
  return bare.startsWith('+') && !bare.includes('@') ? bare : account.toLowerCase();
}

/**
 * By username, email or phone. The three can't collide: only an email has an @, and of the others only a phone starts
 * with +.
 */
export function personByLogin(tx: Tx, account: string) {
  const name = loginName(account);
  return tx
    .selectFrom('person')
    .selectAll()
    .where((where) =>
      where.or([where(sql`lower(username)`, '=', name), where('email', '=', name), where('phone', '=', name)]),
    )
    .executeTakeFirst();
}

/** Which of these users exist. They can't be deleted before the transaction ends. */
export async function lockPresent(tx: Tx, numbers: readonly bigint[]): Promise<Set<bigint>> {
  const present = tx
    .selectFrom('person')
    .select('number')
    .where('number', 'in', numbers)
    .where('deleted_at', 'is', null);
  return new Set((await present.orderBy('number').forKeyShare().execute()).map(({ number }) => number));
}

export const personByInvitation = (tx: Tx, code: string) =>
  tx.selectFrom('person').select('id').where('invitation_code', '=', code).executeTakeFirst();

/**
 * The person with this invitation code, or else this username, email or phone. So a username that looks like another
 * user's code doesn't replace it.
 */
export async function personByAnyName(tx: Tx, account: string) {
  const [code, name] = [account.toUpperCase(), loginName(account)];
  const found = await tx
    .selectFrom('person')
    .select(['id', 'number', 'username', 'email', 'phone', 'invitation_code', 'status', 'leaves_at', 'deleted_at'])
    .where((where) =>
      where.or([
        where('invitation_code', '=', code),
        where(sql`lower(username)`, '=', name),
        where('email', '=', name),
        where('phone', '=', name),
      ]),
    )
    .limit(2)
    .execute();
  return found.find(({ invitation_code }) => invitation_code === code) ?? found[0];
}

export const contactsOf = (tx: Tx, numbers: readonly bigint[]) =>
  tx.selectFrom('person').select(['number', 'username', 'email', 'phone']).where('number', 'in', numbers).execute();

/** Uses a function of the owner, because no role may change one. True if there was none before. */
export const setFirstTradePassword = async (tx: Tx, person: string, hash: string): Promise<boolean> =>
  (await sql<{ done: boolean }>`select set_first_trade_password(${person}, ${hash}) as done`.execute(tx)).rows[0]!.done;

export const setPassword = (tx: Tx, person: string, hash: string) =>
  tx.updateTable('person').set({ password_hash: hash }).where('id', '=', person).execute();

/** Sets email or phone if it still has the previous value; false otherwise. */
export async function setContact(
  tx: Tx,
  person: string,
  kind: 'email' | 'phone',
  before: string | null,
  after: string | null,
): Promise<boolean> {
  const done = await tx
    .updateTable('person')
    .set({ [kind]: after })
    .where('id', '=', person)
    .where(kind, 'is not distinct from', before)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

// The columns that operators may see: their role can't read password hashes.
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
  'leaves_at',
  'deleted_at',
  'language',
] as const;

/**
 * People whose number, username, email, phone or invitation code begins with a text, and of the newest people also
 * those with the text anywhere in a name, email or phone. Without a text, the newest.
 */
export async function findPeople(tx: Tx, text: string, limit: number) {
  const query = tx.selectFrom('person').select(columns).orderBy('number', 'desc').limit(limit);
  if (text === '') return query.execute();
  const like = beginsLike(text);
  const [low, digits] = [text.toLowerCase(), text.replaceAll(/[\s().-]/g, '')];
  const begins = await query
    .where((where) =>
      where.or([
        where(sql`number::text`, 'like', like),
        where(sql`lower(username)`, 'like', beginsLike(low)),
        where('email', 'like', beginsLike(low)),
        where('phone', 'like', beginsLike(digits)),
        where('invitation_code', 'like', beginsLike(text.toUpperCase())),
      ]),
    )
    .execute();
  if (begins.length === limit) return begins;
  const holds = await query
    .where('number', 'in', (from) =>
      from
        .selectFrom((people) =>
          people
            .selectFrom('person')
            .select(['number', 'username', 'email', 'phone'])
            .orderBy('number', 'desc')
            .limit(namesSearched)
            .as('newest'),
        )
        .select('newest.number')
        .where((where) =>
          where.or([
            where(sql`lower(newest.username)`, 'like', partLike(low)),
            where('newest.email', 'like', partLike(low)),
            ...(digits.length < 3 ? [] : [where('newest.phone', 'like', partLike(digits))]),
          ]),
        ),
    )
    .execute();
  const known = new Set(begins.map(({ number }) => number));
  return [...begins, ...holds.filter(({ number }) => !known.has(number))].slice(0, limit);
}

export const personByNumber = (tx: Tx, number: bigint) =>
  tx.selectFrom('person').select(columns).where('number', '=', number).executeTakeFirst();
export const numberOf = async (tx: Tx, id: string) =>
  (await tx.selectFrom('person').select('number').where('id', '=', id).executeTakeFirst())?.number;
/** The names of existing users, as operators see them. */
export const namesOf = (tx: Tx, numbers: readonly bigint[]) =>
  numbers.length === 0
    ? []
    : tx.selectFrom('person').select(['number', 'username']).where('number', 'in', numbers).execute();
export const lockPerson = (tx: Tx, number: bigint) =>
  tx
    .selectFrom('person')
    .select(['id', 'status', 'deleted_at'])
    .where('number', '=', number)
    .forNoKeyUpdate()
    .executeTakeFirst();
export const setStatus = (tx: Tx, id: string, status: 'normal' | 'abnormal') =>
  tx.updateTable('person').set({ status }).where('id', '=', id).execute();

export const insertEvent = (tx: Tx, event: Insertable<AccountEvent>) =>
  tx.insertInto('account_event').values(event).execute();
export const eventsOf = (tx: Tx, person: string, limit: number) =>
  tx
    .selectFrom('account_event')
    .select(['at', 'kind', 'reason'])
    .where('person', '=', person)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The operator who last froze an account. The application's role can't read it. */
export const lastFreezer = async (tx: Tx, person: string) =>
  (
    await tx
      .selectFrom('account_event')
      .select('operator')
      .where('person', '=', person)
      .where('kind', '=', 'frozen')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.operator;

const count = async (rows: Promise<{ n: bigint }>) => Number((await rows).n);
/** The number of people. Reads all of them. */
export const countPeople = (tx: Tx): Promise<number> =>
  count(
    tx
      .selectFrom('person')
      .select((n) => n.fn.count<bigint>('id').as('n'))
      .executeTakeFirstOrThrow(),
  );
/** The number of frozen people, from an index of their own. */
export const countFrozen = (tx: Tx): Promise<number> =>
  count(
    tx
      .selectFrom('person')
      .select((n) => n.fn.count<bigint>('id').as('n'))
      .where('status', '=', 'abnormal')
      .executeTakeFirstOrThrow(),
  );

/** Registrations of the last days, oldest first, including days without any. */
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

/** The phrase in mails to a user. */
export const mailPhraseOf = async (tx: Tx, person: string): Promise<string | undefined> =>
  (await tx.selectFrom('mail_phrase').select('phrase').where('person', '=', person).executeTakeFirst())?.phrase;

export const insertNote = (tx: Tx, note: Insertable<StaffNote>) => tx.insertInto('staff_note').values(note).execute();
/** A page of the notes about a user, newest first; `before` is the last note of the previous page. */
const notesBefore = (tx: Tx, person: string, before: string | undefined, limit: number) =>
  tx
    .selectFrom('staff_note')
    .where('person', '=', person)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(at, id) < (select last.at, last.id from staff_note last where last.id = ${before!} and last.person = ${person})`,
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
/** Operators' notes about a user, or about one case. */
export const notesOf = (tx: Tx, person: string, about: string | undefined, before: string | undefined, limit: number) =>
  notesBefore(tx, person, before, limit)
    .select(['id', 'at', 'operator_name', 'case_id', 'text'])
    .$if(about !== undefined, (query) => query.where('case_id', '=', about!))
    .execute();
/** The notes in the user's own data copy: without author and case, which the app's role can't read. */
export const noteTextsOf = (tx: Tx, person: string, before: string | undefined, limit: number) =>
  notesBefore(tx, person, before, limit).select(['id', 'at', 'text']).execute();

type StaffRow = { kind: string; text: string | null; by: string | null; case: string | null };
/** Freezes and notes. The operator of an old freeze may be unknown. */
export const staffActs = (tx: Tx, person: string, before: Place | undefined, limit: number) =>
  newestBefore<StaffRow>(
    tx,
    sql`
      select at, 'staff:' || id as key, 'note' as kind, text, operator_name as by, case_id as case from staff_note where person = ${person}
      union all
      select e.at, 'staff:' || e.id, e.kind, e.reason, o.name, null
      from account_event e left join operator o on o.id = e.operator where e.person = ${person}`,
    before,
    limit,
  );

export const hasCase = async (tx: Tx, person: string, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('review_case')
    .select('id')
    .where('id', '=', id)
    .where('person', '=', person)
    .executeTakeFirst()) !== undefined;
