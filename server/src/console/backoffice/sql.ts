import { decideReviewCase } from '@glasshouse/protocol/review/office';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';

/** Waiting requests, oldest first, or decided and expired ones, newest first. Ids grow with time. */
export function requests(tx: Tx, now: Date, state: 'waiting' | 'decided', before: string | undefined, limit: number) {
  const waiting = state === 'waiting';
  return tx
    .selectFrom('approval')
    .selectAll()
    .where((where) =>
      waiting
        ? where.and([where('decision', 'is', null), where('expires_at', '>', now)])
        : where.or([where('decision', 'is not', null), where('expires_at', '<=', now)]),
    )
    .$if(before !== undefined, (query) => query.where('id', waiting ? '>' : '<', before!))
    .orderBy('id', waiting ? 'asc' : 'desc')
    .limit(limit)
    .execute();
}

/** An operator's last act before their newest log-in. A log-in takes several calls. */
export const lastActBefore = (
  tx: Tx,
  operator: string,
  logIns: readonly string[],
): Promise<{ id: bigint; at: Date } | undefined> =>
  tx
    .selectFrom('audit_entry')
    .select(['id', 'at'])
    .where('operator', '=', operator)
    .where('action', 'not in', logIns)
    .where('id', '<', (last) =>
      last
        .selectFrom('audit_entry')
        .select((newest) => newest.fn.max('id').as('id'))
        .where('operator', '=', operator)
        .where('action', 'in', logIns)
        // A passkey also confirms an operator who is logged in, through the same call.
        .where(sql<boolean>`after ? 'loggedIn'`),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Counts the acts of other operators after an entry, by action and up to `limit` of each, so that entries of other calls
 * hide none. Waiting requests and first approvals have changed nothing yet, and the effect of a decision on the user is
 * part of the decision.
 */
export async function actsAfter(tx: Tx, after: bigint, operator: string, actions: readonly string[], limit: number) {
  const { rows } = await sql<{ action: string; count: bigint }>`
    select reported.action, count from unnest(${actions}::text[]) as reported (action) cross join lateral (
      select count(*) as count from (
        select from audit_entry where audit_entry.action = reported.action and id > ${after} and operator is distinct from ${operator}::uuid
          and not after ?| array['waiting', 'agreed'] and (reported.action <> ${decideReviewCase.path} or subject like 'case:%')
        order by id desc limit ${limit}) as newest) as counted
    where count > 0 order by count desc, action`.execute(tx);
  return rows.map(({ action, count }) => ({ action, count: Number(count) }));
}

/** The single row with the figures that are counted once a minute. */
export const keepFigures = (tx: Tx, at: Date, figures: object) => {
  const row = { at, figures: JSON.stringify(figures) };
  return tx
    .insertInto('site_figures')
    .values(row)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
    .execute();
};
export const keptFigures = (tx: Tx) => tx.selectFrom('site_figures').select(['at', 'figures']).executeTakeFirst();

type OpenCase = {
  id: string;
  kind: string;
  submitted_at: Date;
  claimed_by_name: string | null;
  first_by_name: string | null;
  amount: bigint | null;
  currency: number | null;
  frozen: boolean;
};
const maxOpen = 50;
/** The open cases of a user, oldest first, with their amounts. */
export const openCasesOf = async (tx: Tx, now: Date, person: string): Promise<OpenCase[]> =>
  (
    await sql<OpenCase>`
      select c.id, c.kind, c.submitted_at, case when c.claimed_until > ${now} then c.claimed_by_name end as claimed_by_name,
        coalesce(w.first_by_name, t.first_by_name) as first_by_name, m.amount, m.currency,
        coalesce(m.state = 'frozen', false) as frozen
      from review_case c left join withdrawal w on w.case_id = c.id left join top_up_case t on t.id = c.id
      left join movement m on m.owner = c.number and m.id = coalesce(w.id, t.movement)
      where c.person = ${person} and c.decision is null order by c.submitted_at, c.id limit ${maxOpen}`.execute(tx)
  ).rows;
/** The newest case in which a movement is reviewed. The case of a VIP refund has the number of its movement. */
export const caseOfMovement = async (
  tx: Tx,
  owner: bigint,
  id: string,
): Promise<{ id: string; kind: string } | undefined> =>
  (
    await sql<{ id: string; kind: string }>`
      select id, kind from review_case where id in (
        select case_id from withdrawal where owner = ${owner} and id = ${id}
        union all select id from top_up_case where owner = ${owner} and movement = ${id}
        union all select ${id}::uuid
      ) and number = ${owner} order by submitted_at desc limit 1`.execute(tx)
  ).rows[0];
/** A user's approved withdrawals that are not paid yet or frozen. Those still under review are among the open cases. */
export const openWithdrawalsOf = (tx: Tx, owner: bigint) =>
  tx
    .selectFrom('movement')
    .innerJoin('withdrawal', (on) =>
      on.onRef('withdrawal.owner', '=', 'movement.owner').onRef('withdrawal.id', '=', 'movement.id'),
    )
    .innerJoin('review_case', 'review_case.id', 'withdrawal.case_id')
    .select(['movement.id', 'state', 'movement.amount', 'movement.currency', 'changed_at', 'case_id'])
    .where('movement.owner', '=', owner)
    .where('flow', '=', 'withdraw')
    .where('state', 'in', ['withdrawing', 'frozen'])
    .where('review_case.decision', 'is not', null)
    .orderBy('changed_at')
    .limit(maxOpen)
    .execute();
/** How many requests about a subject wait for a second person. */
export async function requestsAbout(tx: Tx, now: Date, subject: string): Promise<number> {
  const { n } = await tx
    .selectFrom('approval')
    .select((count) => count.fn.count<bigint>('id').as('n'))
    .where('subject', '=', subject)
    .where('decision', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(n);
}

const maxNamesakes = 20;
/** The operators with this name, in any case, or this email. */
export const operatorsNamed = async (tx: Tx, name: string): Promise<{ id: string }[]> =>
  (
    await sql<{ id: string }>`
      select id from operator where lower(name) = lower(${name}) or email = lower(${name}) limit ${maxNamesakes}`.execute(
      tx,
    )
  ).rows;
export const operatorName = async (tx: Tx, id: string): Promise<string | undefined> =>
  (await tx.selectFrom('operator').select('name').where('id', '=', id).executeTakeFirst())?.name;

type Span = { from: Date; until: Date };
/** The users who registered in a time span, by number. */
export const usersIn = (tx: Tx, { from, until }: Span, after: string | undefined, limit: number) =>
  tx
    .selectFrom('person')
    .select([
      'number',
      'username',
      'email',
      'phone',
      'country',
      'vip_level',
      'identity',
      'status',
      'registered_at',
      'deleted_at',
    ])
    .where('registered_at', '>=', from)
    .where('registered_at', '<', until)
    .$if(after !== undefined, (query) => query.where('number', '>', BigInt(after!)))
    .orderBy('number')
    .limit(limit)
    .execute();
export const withdrawalsIn = (tx: Tx, { from, until }: Span, after: string | undefined, limit: number) =>
  tx
    .selectFrom('movement')
    .selectAll()
    .where('flow', '=', 'withdraw')
    .where('at', '>=', from)
    .where('at', '<', until)
    .$if(after !== undefined, (query) => query.where('serial', '>', BigInt(after!)))
    .orderBy('serial')
    .limit(limit)
    .execute();
export const requestsIn = (tx: Tx, { from, until }: Span, after: string | undefined, limit: number) =>
  tx
    .selectFrom('approval')
    .selectAll()
    .where('asked_at', '>=', from)
    .where('asked_at', '<', until)
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute();
