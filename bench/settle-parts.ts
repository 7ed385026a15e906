import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { appRole, ownerRole, settleRole, urlFor } from '../server/database/prepare.ts';
import { systemAccount } from '../server/src/money/ledger/accounts.ts';
import { kindCodes } from '../server/src/money/ledger/kinds.ts';
import { checkBooks } from '../server/src/money/ledger/proof.ts';
import { openDb, openPool } from '../server/src/platform/database/db.ts';
import { forkChild } from '../server/test/child.ts';
import type { BookedMessage } from './settle-process.ts';
import { accountOf, coinAccountOf, type Due, type Product } from './settle-products.ts';

const file = fileURLToPath(new URL('settle-process.ts', import.meta.url));
const outside = systemAccount('external', 'USDT') - 1n; // its currency is added
const start = 1_000_000_000_000n;
const perBlock = 50_000; // the legs of one statement share the upper bits of their ids

export type Owner = Awaited<ReturnType<typeof openOwner>>;
/** A connection without a time limit. */
export const openOwner = (database: string) =>
  openPool(urlFor(database, ownerRole), 1, () => {}, { timeout: 0 }).connect();

const trading = [accountOf('contract', 'n'), accountOf('options', 'n'), accountOf('spot', 'n'), coinAccountOf('n')];
/** Gives every user money in these accounts through the books, so that they can be checked afterwards. */
export async function giveMoney(owner: Owner, users: number, accounts = trading): Promise<void> {
  for (const account of accounts) {
    await owner.query(
      `insert into account (id, balance) select ${account}, ${start} from generate_series(1, ${users}) n`,
    );
    for (let first = 1; first <= users; first += perBlock) {
      const last = Math.min(first + perBlock - 1, users);
      await owner.query(`
        with block as materialized (select nextval('posting_block') as base), given as materialized (
          select ${account} as account, ${outside} + (${account} & 1023) as outside, n from generate_series(${first}, ${last}) n
        )
        insert into leg (account, id, amount, contra, at, ref, kind)
        select account, base + 1 + n - ${first}, ${start}, outside, now(), gen_random_uuid(), ${kindCodes.top_up} from block, given
        union all
        select outside, base, -${start} * count(*), null, now(), null, ${kindCodes.top_up} from block, given group by outside, base`);
    }
  }
}

/** Inserts orders of a product, with their stakes booked. */
export async function openOrders(owner: Owner, { table, open, pool, kind }: Product, due: Due): Promise<void> {
  await owner.query(open(due));
  const isDue = `due_slot between ${due.slots[0]} and ${due.slots[1]}`;
  // One statement per block of legs, as the books require.
  const { rows } = await owner.query(`
    select account, id from (
      select account, id, row_number() over (order by account, id) as place from ${table} where ${isDue}
    ) placed where place % ${perBlock} = 1 order by 1, 2`);
  for (const [i, { account, id }] of rows.entries()) {
    const next = rows[i + 1];
    await owner.query(`
      with part as materialized (
        select account, id, stake, ${pool} as pool, ${kind} as kind from ${table} where ${isDue} and (account, id) >= (${account}, '${id}')
        ${next ? `and (account, id) < (${next.account}, '${next.id}')` : ''}
      ), block as materialized (select nextval('posting_block') as base), paid as (
        update account set balance = balance - staked
        from (select account, sum(stake) as staked from part group by account) s where id = s.account
      )
      insert into leg (account, id, amount, contra, at, ref, kind)
      select account, base + row_number() over (order by account), -stake, pool, now(), id, kind from part, block
      union all select pool, base, sum(stake), null, now(), null, kind from part, block group by pool, kind, base`);
  }
}

/** Starts settlers in separate processes; `hear` is called for each booking. */
export async function startSettlers(
  database: string,
  natsUrl: string,
  count: number,
  hear: (booked: Extract<BookedMessage, { count: number }>) => void,
): Promise<ChildProcess[]> {
  const env = { PATH: process.env.PATH, SETTLE_DATABASE_URL: urlFor(database, settleRole), NATS_URL: natsUrl };
  return Promise.all(
    Array.from({ length: count }, async () => {
      const child = forkChild(file, [], { env });
      await new Promise<void>((resolve, reject) => {
        child.on('message', (booked: BookedMessage) => ('ready' in booked ? resolve() : hear(booked)));
        child.once('exit', (code) => reject(new Error(`a settler exited with code ${code}`)));
      });
      return child;
    }),
  );
}

export async function proveBooks(database: string): Promise<void> {
  const db = openDb(openPool(urlFor(database, appRole), 1, () => {}));
  const { drift } = await checkBooks(db);
  await db.destroy();
  if (drift.length > 0) throw new Error(`${drift.length} accounts do not add up`);
}
