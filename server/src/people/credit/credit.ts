import { listUserCredit as listUserCreditCall } from '@glasshouse/protocol/backoffice/user-records';
import { listCredit as listCreditCall } from '@glasshouse/protocol/credit/calls';
import { type CreditKind, points } from '@glasshouse/protocol/credit/rules';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { Locale } from '@glasshouse/protocol/locales';
import { sql } from 'kysely';
import { serveLook } from '#platform/console/office.ts';
import { type Db, step, type Tx } from '#platform/database/db.ts';
import { serve } from '#platform/http/http.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { inPages, type Personal } from '#platform/http/personal.ts';
import { err, ok } from '#platform/http/result.ts';
import { does, type JobContext, job } from '#platform/runtime/jobs.ts';
import { reasonOrNull } from '#platform/runtime/words.ts';
import { people } from '../people/people.ts';

const scoreOf = async (tx: Tx, person: string): Promise<number> =>
  (await tx.selectFrom('person').select('credit_score').where('id', '=', person).executeTakeFirstOrThrow())
    .credit_score;

/** Changes of a person's score, newest first, before the given one. */
const eventsOf = (tx: Tx, person: string, before: number | undefined, most: number) =>
  tx
    .selectFrom('credit_event')
    .select(['step', 'at', 'kind', 'change', 'score', 'reason'])
    .where('person', '=', person)
    .$if(before !== undefined, (query) => query.where('step', '<', before!))
    .orderBy('step', 'desc')
    .limit(most)
    .execute();

/** Credits some people with the good months that are complete, and returns how many people. */
export const giveMonths = async (tx: Tx, now: Date, most: number): Promise<number> =>
  (await sql<{ people: number }>`select give_good_months(${now}, ${most}) as people`.execute(tx)).rows[0]!.people;

const rules = Object.entries(points).map(([kind, points]) => ({ kind: kind as CreditKind, points }));

type Page = Input<typeof listCreditCall>;
async function history(tx: Tx, person: string, { before, limit }: Page) {
  const { rows, next } = pageOf(await eventsOf(tx, person, before, limit + 1), limit, ({ step }) => step);
  return { list: rows.map((row) => ({ ...row, kind: row.kind as CreditKind, at: row.at.toISOString() })), next };
}

/** The score, its rules and its history. It is only displayed; nothing else uses it. */
async function listCredit(tx: Tx, locale: Locale, person: string, page: Page): Promise<Output<typeof listCreditCall>> {
  const { list, next } = await history(tx, person, page);
  const inWords = list.map((event) => ({ ...event, reason: reasonOrNull(locale, event.reason) }));
  return { score: await scoreOf(tx, person), rules, list: inWords, next };
}

/** The same history for an operator, who can only read it. */
async function listUserCredit(tx: Tx, { number, ...page }: Input<typeof listUserCreditCall>) {
  const person = await people.personByNumber(tx, BigInt(number));
  return person ? ok(await history(tx, person.id, page)) : err('not_found');
}

const batch = 200;

/**
 * Credits every good month that is complete. A credited month moves the start of the next, so repeating this changes
 * nothing.
 */
export async function giveGoodMonths(db: Db, now: Date): Promise<void> {
  while ((await step(db, (tx) => giveMonths(tx, now, batch))) === batch);
}

export const routes = [
  serve(listCreditCall, async ({ tx, locale, user }, input) => ok(await listCredit(tx, locale, user.userId, input))),
];

export const officeRoutes = [serveLook(listUserCreditCall, ({ tx }, input) => listUserCredit(tx, input))];

type Event = Awaited<ReturnType<typeof eventsOf>>[number];

/** Every change of the credit score. */
export const personal: Personal = async function* (tx, { id }) {
  yield {
    name: 'credit.csv',
    rows: inPages<Event>(
      ['at', 'kind', 'change', 'score', 'reason'],
      (last, most) => eventsOf(tx, id, last?.step, most),
      ({ at, kind, change, score, reason }) => [at.toISOString(), kind, String(change), String(score), reason ?? ''],
    ),
  };
};

export const jobs = ({ db, clock }: JobContext) => [
  does(job('give_good_months'), () => giveGoodMonths(db, clock()), '14 * * * *'),
];
