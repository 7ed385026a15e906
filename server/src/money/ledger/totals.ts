import { type Kind, systemNames } from '@glasshouse/protocol/ledger/books';
import { type Currency, scales } from '@glasshouse/protocol/money';
import { sql } from 'kysely';
import { arrayOf, type Tx } from '#platform/database/db.ts';
import { type AccountName, currencyNamed, describeAccount, systemAccount } from './accounts.ts';
import { kindNamed } from './kinds.ts';

const currencies = Object.keys(scales) as Currency[];
const systemAccounts = systemNames.flatMap((name) => currencies.map((currency) => systemAccount(name, currency)));

export type Total = Pick<AccountName, 'name' | 'currency'> & { amount: bigint };

type Row = { account: bigint; amount: string };
const totalOf = ({ account, amount }: Row): Total => {
  const { name, currency } = describeAccount(account);
  return { name, currency, amount: BigInt(amount) };
};

// A system account's sum: what was proved of it, plus the few legs since.
const systemSums = sql`
  select account, sum(amount)::text as amount from (
    select account, amount from proof where account < 65536
    union all
    select system.account, leg.amount
    from unnest(${arrayOf(systemAccounts)}::bigint[]) as system (account)
    join leg on leg.account = system.account and leg.id >= (select through from proof_mark)
  ) as system group by account`;

/** The sums of all users' wallets and of each system account, by currency. Everything adds up to zero. */
export async function bookTotals(tx: Tx): Promise<Total[]> {
  const { rows } = await sql<Row>`
    select id & 65535 as account, sum(balance)::text as amount from account group by 1
    union all ${systemSums} order by 1`.execute(tx);
  return rows.map(totalOf);
}

/** The sum of each system account, by currency. */
export async function systemTotals(tx: Tx): Promise<Total[]> {
  const { rows } = await sql<Row>`${systemSums} order by 1`.execute(tx);
  return rows.map(totalOf);
}

export type HouseMove = { kind: Kind; currency: Currency; amount: bigint };

/** The gains of the house since a time, by kind; negative if it gave. Reads only the legs since then. */
export async function houseSince(tx: Tx, since: Date): Promise<HouseMove[]> {
  const accounts = arrayOf(currencies.map((currency) => systemAccount('house', currency)));
  const { rows } = await sql<{ account: bigint; kind: number; amount: string }>`
    select leg.account, leg.kind, sum(leg.amount)::text as amount
    from unnest(${accounts}::bigint[]) as house (account)
    cross join lateral (
      select coalesce(
        (select id from leg where leg.account = house.account and at < ${since} order by id desc limit 1), 0) as last
    ) as before
    join leg on leg.account = house.account and leg.id > before.last
    group by leg.account, leg.kind order by leg.account, leg.kind`.execute(tx);
  return rows.map((row) => ({
    kind: kindNamed(row.kind),
    currency: currencyNamed(Number(row.account & 1023n)),
    amount: BigInt(row.amount),
  }));
}
