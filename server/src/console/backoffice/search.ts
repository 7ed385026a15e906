import type { searchAll } from '@glasshouse/protocol/backoffice/search';
import { maxFound } from '@glasshouse/protocol/backoffice/search';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import { mayDo } from '@glasshouse/protocol/operators/permissions';
import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import { uuidIn } from '@glasshouse/protocol/uuid';
import type { Selectable } from 'kysely';
import { describeAccount } from '#money/ledger/ledger.ts';
import { people } from '#people/people/people.ts';
import type { OperatorCall } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import type { ReviewCase } from '#platform/database/schema.ts';
import type { Operator } from '#platform/http/http.ts';
import { caseOfMovement } from './sql.ts';
import { foundOf } from './users.ts';

type SearchResult = Output<typeof searchAll>;
type Found = SearchResult['orders'][number];
type Numbered = Pick<Found, 'kind'> & Partial<Pick<Found, 'amount' | 'state'>> & { owner: bigint; at: Date };
/** The searches of other domains. Roles put them together. */
export type Finders = {
  cases: (tx: Tx, operator: Operator, text: string, limit: number) => Promise<Selectable<ReviewCase>[]>;
  orders: Record<ProductName, (tx: Tx, id: string) => Promise<{ account: bigint; at: Date } | undefined>>;
  /** Movements of money, and purchases. */
  numbered: ((tx: Tx, id: string, limit: number) => Promise<Numbered[]>)[];
  payees: (tx: Tx, text: string, limit: number, byPart: boolean) => Promise<{ owner: bigint; times: bigint }[]>;
};

/**
 * Reviewers see payees in cases, so they may search payees by part of the text. Auditors must enter the full text:
 * searching part by part would reveal payees they may not open.
 */
const findsPayeesByPart = ({ role }: Operator) => mayDo(role, 'withdrawals.decide');
const findsPayees = (operator: Operator) => findsPayeesByPart(operator) || mayDo(operator.role, 'audit.read');

/** Orders, movements of money and purchases that have a number, and whether there are more than are shown. */
async function numberedIn(
  tx: Tx,
  { orders, numbered }: Finders,
  id: string,
): Promise<{ shown: Found[]; isMore: boolean }> {
  const found: Numbered[] = [];
  for (const [product, find] of Object.entries(orders)) {
    const order = await find(tx, id);
    const { owner } = order ? describeAccount(order.account) : {};
    if (order && owner) found.push({ owner, kind: product as ProductName, at: order.at });
  }
  for (const find of numbered) found.push(...(await find(tx, id, maxFound + 1)));
  const shown: Found[] = [];
  for (const { owner, kind, at, amount = null, state = null } of found.slice(0, maxFound))
    shown.push({
      ...{ id, kind, number: String(owner), at: at.toISOString(), amount, state },
      case: (state && (await caseOfMovement(tx, owner, id))) ?? null,
    });
  return { shown, isMore: found.length > maxFound };
}

/**
 * One search over users, cases, orders and payees. The log records how much was found and the users whose payees
 * matched, but not the text, which may be personal.
 */
export const searchWith =
  (finders: Finders) =>
  async ({ tx, operator }: Pick<OperatorCall, 'tx' | 'operator'>, { query }: Input<typeof searchAll>) => {
    const { cases, payees } = finders;
    const users = await people.findPeople(tx, query, maxFound + 1);
    const someCases = await cases(tx, operator, query, maxFound + 1);
    const somePayees = findsPayees(operator) ? await payees(tx, query, maxFound + 1, findsPayeesByPart(operator)) : [];
    const id = uuidIn(query);
    const { shown: orders, isMore } = id ? await numberedIn(tx, finders, id) : { shown: [], isMore: false };
    const lists = { users, cases: someCases, payees: somePayees };
    const more: SearchResult['more'] = (Object.keys(lists) as (keyof typeof lists)[]).filter(
      (name) => lists[name].length > maxFound,
    );
    if (isMore) more.push('orders');
    const shown: SearchResult = {
      users: users.slice(0, maxFound).map(foundOf),
      cases: someCases.slice(0, maxFound).map((row) => ({
        ...{ id: row.id, kind: row.kind, number: String(row.number), title: row.title },
        submittedAt: row.submitted_at.toISOString(),
        isDecided: row.decision !== null,
      })),
      orders,
      payees: somePayees
        .slice(0, maxFound)
        .map(({ owner, times }) => ({ number: String(owner), times: Number(times) })),
      more,
    };
    const counts = { users: shown.users.length, cases: shown.cases.length, payees: shown.payees.length };
    const payeesOf = shown.payees.map(({ number }) => number);
    const after = { ...counts, orders: orders.length, ...(payeesOf.length > 0 && { payeesOf }) };
    return { shown, act: { subject: 'search', after } };
  };
