import type { searchAll } from '@glasshouse/protocol/backoffice/search';
import { maxFound } from '@glasshouse/protocol/backoffice/search';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import { mayDo } from '@glasshouse/protocol/operators/permissions';
import { uuidForm } from '@glasshouse/protocol/uuid';
import type { Selectable } from 'kysely';
import { describeAccount } from '#money/ledger/ledger.ts';
import { people } from '#people/people/people.ts';
import type { OperatorCall } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import type { ReviewCase } from '#platform/database/schema.ts';
import type { Operator } from '#platform/http/http.ts';
import { foundOf } from './users.ts';

type SearchResult = Output<typeof searchAll>;
type Product = SearchResult['orders'][number]['product'];
/** Where a search finds what domains know, put together by the roles. */
export type Finders = {
  cases: (tx: Tx, operator: Operator, text: string, most: number) => Promise<Selectable<ReviewCase>[]>;
  orders: Record<Product, (tx: Tx, id: string) => Promise<{ account: bigint; at: Date } | undefined>>;
  payees: (tx: Tx, text: string, most: number, byPart: boolean) => Promise<{ owner: bigint; times: bigint }[]>;
};

/**
 * Reviewers, who see payees in cases, may search them by a part of their text. Auditors must know the whole text: part by part, a search
 * would tell them what they may not open.
 */
const findsPayeesByPart = ({ role }: Operator) => mayDo(role, 'withdrawals.decide');
const findsPayees = (operator: Operator) => findsPayeesByPart(operator) || mayDo(operator.role, 'audit.read');

/**
 * One search over everything that operators look for. The log has how much was found, and the users whose payees were; not what was
 * typed, which may be personal.
 */
export const searchWith =
  ({ cases, orders, payees }: Finders) =>
  async ({ tx, operator }: Pick<OperatorCall, 'tx' | 'operator'>, { query }: Input<typeof searchAll>) => {
    const users = await people.findPeople(tx, query, maxFound + 1);
    const someCases = await cases(tx, operator, query, maxFound + 1);
    const somePayees = findsPayees(operator) ? await payees(tx, query, maxFound + 1, findsPayeesByPart(operator)) : [];
    const someOrders: SearchResult['orders'] = [];
    const id = query.toLowerCase();
    if (uuidForm.test(id))
      for (const [product, find] of Object.entries(orders)) {
        const order = await find(tx, id);
        const number = order && String(describeAccount(order.account).owner);
        if (number) someOrders.push({ id, number, product: product as Product, at: order.at.toISOString() });
      }
    const lists = { users, cases: someCases, payees: somePayees };
    const more = (Object.keys(lists) as (keyof typeof lists)[]).filter((name) => lists[name].length > maxFound);
    const shown: SearchResult = {
      users: users.slice(0, maxFound).map(foundOf),
      cases: someCases.slice(0, maxFound).map((row) => ({
        ...{ id: row.id, kind: row.kind, number: String(row.number), title: row.title },
        submittedAt: row.submitted_at.toISOString(),
        isDecided: row.decision !== null,
      })),
      orders: someOrders,
      payees: somePayees
        .slice(0, maxFound)
        .map(({ owner, times }) => ({ number: String(owner), times: Number(times) })),
      more,
    };
    const counts = { users: shown.users.length, cases: shown.cases.length, payees: shown.payees.length };
    const payeesOf = shown.payees.map(({ number }) => number);
    const after = { ...counts, orders: someOrders.length, ...(payeesOf.length > 0 && { payeesOf }) };
    return { shown, act: { subject: 'search', after } };
  };
