import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coins } from '../protocol/src/market/coins.ts';
import { run } from '../scripts/run.ts';
import { appRole, urlFor } from '../server/database/prepare.ts';
import { systemAccount } from '../server/src/money/ledger/accounts.ts';
import { kindCodes } from '../server/src/money/ledger/kinds.ts';
import { newId } from '../server/src/platform/database/ids.ts';
import { users as allUsers, ordersDatabase } from './orders-world.ts';
import { accountOf } from './settle-products.ts';

// The fastest form of an order: a transaction with a single prepared statement. It does only what an order needs: head,
// limit, covered debit, order row, two legs. It does not lock a row of the house, which is only a leg.
const pool = systemAccount('committed_contracts', 'USDT');
const scriptFor = (users: number) => `
\\set owner random(1, ${users})
\\set symbol random(1, ${coins.length})
\\set amount random(10000000, 50000000)
with head as materialized (
  select slot from tick where symbol = :symbol order by slot desc limit 1
), exposure as materialized (
  select coalesce(sum(stake), 0) as open from bare_contract
  where account = ${accountOf('contract', ':owner')} and id >= '${newId().slice(0, 13)}-7000-8000-000000000000' and result is null
), moved as (
  update bare_account set balance = balance - :amount from exposure
  where id = ${accountOf('contract', ':owner')} and balance >= :amount and open + :amount <= 20000000000 returning id
), opened as (
  insert into bare_contract (account, id, at, head_slot, due_slot, stake, symbol, seconds, return_bp, rule, long)
  select moved.id, overlay(gen_random_uuid()::text placing 'ffffffff-ffff' from 1 for 13)::uuid, now(), slot, slot + 61, :amount,
    :symbol, 30, 8200, 1, true
  from moved, head returning account, id
), block as materialized (select nextval('posting_block') as base)
insert into bare_leg (account, id, amount, contra, at, ref, kind)
select account, base + 1, -:amount::bigint, ${pool}, now(), id, ${kindCodes.contract_stake}::smallint from opened, block
union all select ${pool}, base, :amount::bigint, null, now(), null, ${kindCodes.contract_stake}::smallint from opened, block;
`;

/** pgbench with this many clients for some seconds. */
export async function bareOrders(
  clients: number,
  seconds: number,
  { database, users }: { database: string; users: number } = { database: ordersDatabase, users: allUsers },
): Promise<{ rate: number; orders: number }> {
  const file = join(tmpdir(), `glasshouse-bench-orders-${process.pid}.sql`);
  await writeFile(file, scriptFor(users));
  const { hostname, port } = new URL(urlFor(database, appRole));
  const how = `-n -M prepared -c ${clients} -j ${Math.min(clients, 2)} -T ${seconds} -f ${file}`;
  const { output } = await run('pgbench', `${how} -h ${hostname} -p ${port} -U ${appRole} ${database}`.split(' '));
  await rm(file);
  const rate = /tps = ([\d.]+)/.exec(output);
  const done = /actually processed: (\d+)/.exec(output);
  if (!rate || !done || /aborted|ERROR/.test(output)) throw new Error(`pgbench: ${output}`);
  return { rate: Number(rate[1]), orders: Number(done[1]) };
}
