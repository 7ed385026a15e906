import type { IncomeSource, Kind, Wallet } from '@glasshouse/protocol/ledger/books';
import type { Currency } from '@glasshouse/protocol/money';
import { sql } from 'kysely';
import { arrayOf, type Tx } from '#platform/database/db.ts';
import {
  type Account,
  type AccountName,
  currencyNamed,
  describeAccount,
  firstAccountOf,
  walletOf,
} from './accounts.ts';
import { kindCodes, kindNamed } from './kinds.ts';

export type Balance = AccountName & { amount: bigint };

/** The balances of a user's wallets. Unused accounts are left out. */
export async function balancesOf(tx: Tx, owner: bigint): Promise<Balance[]> {
  const rows = await tx
    .selectFrom('account')
    .selectAll()
    .where('id', '>=', firstAccountOf(owner))
    .where('id', '<', firstAccountOf(owner + 1n))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...describeAccount(row.id), amount: row.balance }));
}

type Income = { source: IncomeSource; currency: Currency; today: bigint; total: bigint };

/** A user's income, in total and on the UTC day of `now`. */
export async function incomeOf(tx: Tx, owner: bigint, now: Date): Promise<Income[]> {
  const { rows } = await sql<{ source: IncomeSource; currency: number; today: bigint; total: bigint }>`
    select source, currency, sum(amount)::bigint as total,
      coalesce(sum(amount) filter (where day = (${now}::timestamptz at time zone 'UTC')::date), 0)::bigint as today
    from income where owner = ${owner} group by source, currency`.execute(tx);
  return rows.map((row) => ({ ...row, currency: currencyNamed(row.currency) }));
}

/** The same by UTC day (counted from 1970), for the given day and later. */
export async function incomeByDay(
  tx: Tx,
  owner: bigint,
  firstDay: number,
): Promise<{ source: IncomeSource; currency: Currency; day: number; amount: bigint }[]> {
  const { rows } = await sql<{ source: IncomeSource; currency: number; day: number; amount: bigint }>`
    select source, currency, day - date '1970-01-01' as day, amount
    from income where owner = ${owner} and day >= date '1970-01-01' + ${firstDay}::integer`.execute(tx);
  return rows.map((row) => ({ ...row, currency: currencyNamed(row.currency) }));
}

/** One leg of a user's account, and the account on its other side. */
export type Line = {
  id: bigint;
  at: Date;
  kind: Kind;
  ref: string;
  amount: bigint;
  account: AccountName;
  contra: AccountName;
};
export type Choice = {
  accounts: readonly Account[];
  kinds?: readonly Kind[] | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  before?: bigint | undefined;
  /** Whether a transfer between these accounts is one line, of the debited account, instead of two. */
  movesOnce?: boolean | undefined;
};

/** The newest lines of some accounts, newest first. The next page begins before the id of the last one. */
export async function linesOf(
  tx: Tx,
  { accounts, kinds, from, until, before, movesOnce = false }: Choice,
  limit: number,
): Promise<Line[]> {
  const codes = kinds ? arrayOf(kinds.map((kind) => kindCodes[kind])) : null;
  const { rows } = await sql<{
    account: bigint;
    id: bigint;
    amount: bigint;
    contra: bigint;
    at: Date;
    ref: string;
    kind: number;
  }>`
    select line.* from unnest(${arrayOf(accounts)}::bigint[]) as chosen (account)
    cross join lateral (
      select account, id, amount, contra, at, ref, kind from leg
      where leg.account = chosen.account
        and (${before ?? null}::bigint is null or id < ${before ?? null})
        and (${codes}::smallint[] is null or kind = any(${codes}::smallint[]))
        and (${from ?? null}::timestamptz is null or at >= ${from ?? null})
        and (${until ?? null}::timestamptz is null or at < ${until ?? null})
        and (not ${movesOnce}::boolean or amount < 0 or contra <> all(${arrayOf(accounts)}::bigint[]))
      order by id desc limit ${limit}
    ) as line order by id desc limit ${limit}`.execute(tx);
  return rows.map((row) => ({
    ...row,
    kind: kindNamed(row.kind),
    account: describeAccount(row.account),
    contra: describeAccount(row.contra),
  }));
}

const accountOf = ({ account: { owner, name, currency } }: { account: AccountName }): Account =>
  walletOf(owner, name as Wallet, currency);

/**
 * The balance of an account after each of its lines. The database stores intermediate sums, so old lines cost no more
 * than new ones.
 */
export async function balancesAfter(
  tx: Tx,
  lines: readonly Pick<Line, 'id' | 'account'>[],
): Promise<(line: Pick<Line, 'id' | 'account'>) => bigint> {
  const { rows } = await sql<{ account: bigint; id: bigint; balance: bigint }>`
    select account, id, balance from balances_after(
      ${arrayOf(lines.map(accountOf))}::bigint[], ${arrayOf(lines.map(({ id }) => id))}::bigint[])`.execute(tx);
  const known = new Map(rows.map(({ account, id, balance }) => [`${account} ${id}`, balance]));
  return (line) => known.get(`${accountOf(line)} ${line.id}`)!;
}

/** A leg of a fact on a user's account. */
export type FactLine = { account: Account; contra: Account; amount: bigint; at: Date };

/** The legs of one fact on some accounts. */
export const linesOfFact = async (
  tx: Tx,
  accounts: readonly Account[],
  kind: Kind,
  ref: string,
): Promise<FactLine[]> => {
  const rows = await tx
    .selectFrom('leg')
    .select(['account', 'contra', 'amount', 'at'])
    .where('account', 'in', accounts)
    .where('ref', '=', ref)
    .where('kind', '=', kindCodes[kind])
    .execute();
  return rows as FactLine[]; // a user's leg always has a contra account
};

/** The legs of many facts on one account, ordered by date. */
export const linesOfFacts = async (
  tx: Tx,
  account: Account,
  kind: Kind,
  refs: readonly string[],
): Promise<(FactLine & { ref: string })[]> => {
  const { rows } = await sql<FactLine & { ref: string }>`
    select account, contra, amount, at, ref from leg
    where account = ${account} and kind = ${kindCodes[kind]} and ref = any(${arrayOf(refs)}::uuid[]) order by at`.execute(
    tx,
  );
  return rows;
};
