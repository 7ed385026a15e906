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

// An account of the system is what was proved of it, and the few legs since.
const systemSums = sql`
  select account, sum(amount)::text as amount from (
    select account, amount from proof where account < 65536
    union all
    select system.account, leg.amount
    from unnest(${arrayOf(systemAccounts)}::bigint[]) as system (account)
    join leg on leg.account = system.account and leg.id >= (select through from proof_mark)
  ) as system group by account`;

/** What all users' wallets and each account of the system come to, per currency. Everything sums to zero. */
export async function bookTotals(tx: Tx): Promise<Total[]> {
  const { rows } = await sql<Row>`
    select id & 65535 as account, sum(balance)::text as amount from account group by 1
    union all ${systemSums} order by 1`.execute(tx);
  return rows.map(totalOf);
}

/** What each account of the system comes to, per currency. */
export async function systemTotals(tx: Tx): Promise<Total[]> {
  const { rows } = await sql<Row>`${systemSums} order by 1`.execute(tx);
  return rows.map(totalOf);
}

export type HouseMove = { kind: Kind; currency: Currency; amount: bigint };

/** What the house gained (or with a minus gave) since a moment, by kind. Reads the legs since then and no older ones. */
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
