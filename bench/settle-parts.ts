import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { coins } from '../protocol/src/market/coins.ts';
import { ownerRole, settleRole, urlFor } from '../server/database/prepare.ts';
import { systemAccount, walletOf } from '../server/src/ledger/accounts.ts';
import { kindCodes } from '../server/src/ledger/kinds.ts';
import { openPool } from '../server/src/platform/db.ts';
import type { Booked } from './settle-process.ts';

const file = fileURLToPath(new URL('settle-process.ts', import.meta.url));
const periods = [30, 60, 120, 180, 300];
export const pool = systemAccount('committed_contracts', 'USDT');
export const house = systemAccount('house', 'USDT');
const outside = systemAccount('external', 'USDT');
const start = 1_000_000_000_000n;
const wallet = (owner: string) => `((${owner})::bigint << 16 | ${walletOf(0n, 'contract', 'USDT')})`;
const perBlock = 50_000; // the legs of one statement share the upper bits of their ids

export type Owner = Awaited<ReturnType<typeof openOwner>>;
/** A connection that may work as long as it takes. */
export const openOwner = (database: string) =>
  openPool(urlFor(database, ownerRole), 1, () => {}, { timeout: 0 }).connect();

/** Everybody gets money through the books, so that they can be checked afterwards. */
export async function giveMoney(owner: Owner, users: number): Promise<void> {
  await owner.query(
    `insert into account (id, balance) select ${wallet('n')}, ${start} from generate_series(1, ${users}) n`,
  );
  for (let first = 1; first <= users; first += perBlock) {
    const last = Math.min(first + perBlock - 1, users);
    await owner.query(`
      with block as materialized (select nextval('posting_block') as base)
      insert into leg (account, id, amount, contra, at, ref, kind)
      select ${wallet('n')}, base + 1 + n - ${first}, ${start}, ${outside}, now(), gen_random_uuid(), ${kindCodes.top_up}
      from block, generate_series(${first}, ${last}) n
      union all select ${outside}, base, -${start * BigInt(last - first + 1)}, null, now(), null, ${kindCodes.top_up} from block`);
  }
}

/** Contracts due at these slots, so many at each: coins, periods, sides and stakes by chance, in no order. Their stakes are booked. */
export async function openContracts(
  owner: Owner,
  slots: [first: number, last: number],
  perSlot: number,
  users: number,
) {
  const before = (await owner.query('select coalesce(max(id), 0) as id from leg')).rows[0].id;
  await owner.query(`
    insert into contract (account, id, at, head_slot, due_slot, stake, symbol, seconds, return_bp, rule, long)
    select ${wallet(`1 + (n * 7919 + slot) % ${users}`)}, gen_random_uuid(), now(), slot - 1 - 2 * period, slot,
      1000000 * (10 + floor(random() * 490))::bigint + 7, 1 + floor(random() * ${coins.length}), period, 8200, 1, random() < 0.5
    from generate_series(${slots[0]}::bigint, ${slots[1]}) slot, unnest('{${periods}}'::int[]) period,
      generate_series(1, ${perSlot / periods.length}) n
    order by period desc, random()`);
  // One statement a block of legs, as the books want them.
  const { rows } = await owner.query(`
    select account, id from (
      select account, id, row_number() over (order by account, id) as place from contract where due_slot between ${slots[0]} and ${slots[1]}
    ) placed where place % ${perBlock} = 1 order by 1, 2`);
  for (const [i, { account, id }] of rows.entries()) {
    const next = rows[i + 1];
    await owner.query(`
      with part as materialized (
        select account, id, stake from contract where due_slot between ${slots[0]} and ${slots[1]} and (account, id) >= (${account}, '${id}')
        ${next ? `and (account, id) < (${next.account}, '${next.id}')` : ''}
      ), block as materialized (select nextval('posting_block') as base), paid as (
        update account set balance = balance - staked
        from (select account, sum(stake) as staked from part group by account) s where id = s.account
      )
      insert into leg (account, id, amount, contra, at, ref, kind)
      select account, base + row_number() over (order by account), -stake, ${pool}, now(), id, ${kindCodes.contract_stake}
      from part, block
      union all select ${pool}, (select base from block), sum(stake), null, now(), null, ${kindCodes.contract_stake} from part`);
  }
  return before as bigint;
}

/** Settlers as processes of their own; `hear` is told what they book. */
export async function startSettlers(
  database: string,
  natsUrl: string,
  count: number,
  hear: (booked: Extract<Booked, { count: number }>) => void,
): Promise<ChildProcess[]> {
  const env = { PATH: process.env.PATH, SETTLE_DATABASE_URL: urlFor(database, settleRole), NATS_URL: natsUrl };
  return Promise.all(
    Array.from({ length: count }, async () => {
      const child = fork(file, { env });
      await new Promise<void>((resolve, reject) => {
        child.on('message', (booked: Booked) => ('ready' in booked ? resolve() : hear(booked)));
        child.once('exit', (code) => reject(new Error(`a settler ended with ${code}`)));
      });
      return child;
    }),
  );
}
