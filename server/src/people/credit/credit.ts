import type { listCredit as listCreditCall } from '@glasshouse/protocol/credit/calls';
import type { listUserCredit as listUserCreditCall } from '@glasshouse/protocol/credit/office';
import { type CreditKind, points } from '@glasshouse/protocol/credit/rules';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { Locale } from '@glasshouse/protocol/locales';
import type { Tx } from '#platform/database/db.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { err, ok } from '#platform/http/result.ts';
import { reasonOrNull } from '#platform/runtime/reasons.ts';
import { people } from '../people/people.ts';
import * as table from './sql.ts';

export { personal } from './personal.ts';

const rules = Object.entries(points).map(([kind, points]) => ({ kind: kind as CreditKind, points }));

type Page = Input<typeof listCreditCall>;
async function history(tx: Tx, person: string, { before, limit }: Page) {
  const { rows, next } = pageOf(await table.eventsOf(tx, person, before, limit + 1), limit, ({ step }) => step);
  return { list: rows.map((row) => ({ ...row, kind: row.kind as CreditKind, at: row.at.toISOString() })), next };
}

/** The score, what it goes by, and what it came from. It is read here and used nowhere. */
export async function listCredit(
  tx: Tx,
  locale: Locale,
  person: string,
  page: Page,
): Promise<Output<typeof listCreditCall>> {
  const { list, next } = await history(tx, person, page);
  const inWords = list.map((event) => ({ ...event, reason: reasonOrNull(locale, event.reason) }));
  return { score: await table.scoreOf(tx, person), rules, list: inWords, next };
}

/** The same history for an operator, who can only read it. */
export async function listUserCredit(tx: Tx, { number, ...page }: Input<typeof listUserCreditCall>) {
  const person = await people.personByNumber(tx, BigInt(number));
  return person ? ok(await history(tx, person.id, page)) : err('not_found');
}
