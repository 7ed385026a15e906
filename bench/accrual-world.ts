import { dayMs, utcDay } from '../protocol/src/utc-day.ts';
import { inDatabase, ownerRole, prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { systemAccount, walletOf } from '../server/src/money/ledger/accounts.ts';
import { kindCodes } from '../server/src/money/ledger/kinds.ts';
import { clockMayTurn } from '../server/test/rights.ts';
import type { Owner } from './settle-parts.ts';

export const accrualDatabase = 'glasshouse_bench_accrual';
const wallet = (owner: string) => `((${owner})::bigint << 16 | ${walletOf(0n, 'financial', 'USDT')})`;
const [house, outside] = [systemAccount('house', 'USDT'), systemAccount('external', 'USDT')];
const start = 1_000_000_000_000n;
const perBlock = 50_000; // the legs of one statement share the upper bits of their ids
/** Pledges bought while income is booked. */
export const pledges = [6, 7, 8, 9];

/**
 * Users with money in the books, and orders of trust products and machines bought in the last three months, in random
 * order of their owners. Also creates the same tables for the bare side: same columns and indexes, without our
 * constraints and triggers.
 */
export async function fillAccrual(orders: number, users: number, firstDay: number): Promise<void> {
  await prepareDatabase(accrualDatabase);
  const blocks = Array.from({ length: Math.ceil(users / perBlock) }, (_, i) => [
    1 + i * perBlock,
    Math.min(users, (i + 1) * perBlock),
  ]);
  await inDatabase(
    urlFor(accrualDatabase, ownerRole),
    clockMayTurn,
    `insert into person (id, number, phone, country, password_hash, trade_password_hash, invitation_code, registered_at)
      select gen_random_uuid(), n, '+8613' || lpad(n::text, 9, '0'), 'CN', '', '', 'B' || n, now() from generate_series(1, ${users}) n`,
    `insert into account (id, balance) select ${wallet('n')}, ${start} from generate_series(1, ${users}) n`,
    ...blocks.map(
      ([first, last]) => `
      with block as materialized (select nextval('posting_block') as base)
      insert into leg (account, id, amount, contra, at, ref, kind)
      select ${wallet('n')}, base + 1 + n - ${first}, ${start}, ${outside}, now(), gen_random_uuid(), ${kindCodes.top_up}
      from block, generate_series(${first}, ${last}) n
      union all select ${outside}, base, -${start * BigInt(last! - first! + 1)}, null, now(), null, ${kindCodes.top_up} from block`,
    ),
    // Products 3 to 5 are trust products of 90 days and more, 10 to 12 machines of 180 and more.
    `insert into holding (owner, id, product, version, kind, units, amount, bought_at, starts_on, ends_at)
      select 1 + (n::bigint * 7919 % ${users}), gen_random_uuid(), product, version, kind, units, units * unit,
        (starts - 1)::timestamp at time zone 'UTC', starts, (starts + days)::timestamp at time zone 'UTC'
      from generate_series(1, ${orders}) n,
        lateral (select date '${utcDay(firstDay)}' - (80 - n::bigint * 80 / ${orders})::integer as starts,
          1 + n % 7 as units, (array[3, 4, 5, 4, 10, 11, 12])[1 + n % 7] as product) as made
      join product_version using (product)`,
    `insert into product_day (day, done) values (date '${utcDay(firstDay)}' - 1, true)`,
    'create table bare_account (like account including indexes) with (fillfactor = 70)',
    'create table bare_leg (like leg including indexes)',
    'create table bare_income (like income including indexes)',
    'insert into bare_account select * from account',
    'insert into bare_leg select * from leg',
  );
}

/** Runs plain statements over all rows in one transaction, which write the same as ours. */
export async function runBare(owner: Owner, day: number): Promise<void> {
  const [date, due] = [`date '${utcDay(day)}'`, `timestamptz '${new Date(day + dayMs).toISOString()}'`];
  const nth = `(${date} - starts_on + 1)`;
  await owner.query(`
    with earned as (
      select owner, serial, case h.kind when 'machine' then h.units * daily
        else h.amount * rate_bp * ${nth} / 3650000 - h.amount * rate_bp * (${nth} - 1) / 3650000 end as income
      from holding as h join product_version using (product, version)
      where h.ended_at is null and h.kind <> 'pledge' and starts_on <= ${date} and h.ends_at > ${date}::timestamp at time zone 'UTC'
    ), paid as (
      insert into bare_leg (account, id, amount, contra, at, ref, kind)
      select ${wallet('owner')}, nextval('posting_block'), income, ${house}, ${due}, income_ref(serial, ${date}), ${kindCodes.product_income}
      from earned where income > 0 order by owner
      returning account, amount
    ), sums as materialized (
      select account, sum(amount)::bigint as amount from paid group by account
    ), moved as (
      update bare_account set balance = balance + sums.amount from sums where id = sums.account
    ), counted as (
      insert into bare_income (owner, day, source, currency, amount)
      select account >> 16, (${due} at time zone 'UTC')::date, 'product', 1, amount from sums
    )
    insert into bare_leg (account, id, amount, contra, at, ref, kind)
    select ${house}, nextval('posting_block'), -sum(amount), null, ${due}, null, ${kindCodes.product_income} from sums`);
}

/** Everything that one side has written for a day, as one line for comparison. */
export async function writtenOn(owner: Owner, prefix: '' | 'bare_', day: number): Promise<string> {
  const { rows } = await owner.query(`
    select concat_ws(' ', count(*), sum(amount), sum(hashtextextended(account || ' ' || amount || ' ' || ref, 0)::numeric),
      (select sum(amount) from ${prefix}income where day = date '${utcDay(day + dayMs)}' and source = 'product')) as line
    from ${prefix}leg where at = timestamptz '${new Date(day + dayMs).toISOString()}' and kind = ${kindCodes.product_income} and account >= 65536`);
  return rows[0].line;
}
