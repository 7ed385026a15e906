import { setTimeout as pause } from 'node:timers/promises';
import { type Entry, entryBytes, readEntry } from '@glasshouse/protocol/publiclog/entries';
import { dayMs } from '@glasshouse/protocol/utc-day';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { auditLog } from '#evidence/publiclog/audit.ts';
import { step, type Tx } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { products } from '#roles/products.ts';
import { inDatabase, ownerRole, urlFor } from '../../../database/prepare.ts';
import { openLog } from '../../../test/log.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { totalDays } from './days.ts';
import { postBatch, systemAccount, walletOf } from './ledger.ts';

const day = Date.parse('2026-11-10T00:00:00Z') / dayMs;
/** A time on the tested day, or that many days later. */
const at = (time: string, later = 0) => new Date(Date.parse(`2026-11-10T${time}Z`) + later * dayMs);

async function arrange(books: 'balance' | 'drift' = 'balance') {
  const world = await newWorld({ now: at('12:00:00'), posts: 'anything', books });
  const topUp = (tx: Tx, when: Date, owner: bigint, amount: bigint, currency: 'USDT' | 'BTC' = 'USDT') => {
    const to = walletOf(owner, currency === 'BTC' ? 'spot' : 'fund', currency);
    const moves = [{ from: systemAccount('external', currency), to, amount }];
    return postBatch(tx, when, [{ kind: 'top_up', ref: newId(), moves }]);
  };
  return {
    world,
    topUp,
    add: (...given: Parameters<typeof topUp> extends [Tx, ...infer Rest] ? Rest : never) =>
      step(world.db, (tx) => topUp(tx, ...given)),
  };
}

/** Runs the job until it has summed up that many days. Transactions of other tests delay it. */
async function summed(world: World, now: Date, days: number) {
  for (let done = 0; done < days; done += await totalDays(world.db, now)) await pause(5);
}

async function logged(world: World) {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from (select bytes, entry from log_leaf union all select bytes, id from log_entry) x
    where get_byte(bytes, 0) = 12 order by entry`.execute(world.owner);
  return rows.map(({ bytes }) => {
    const entry = readEntry(bytes) as Extract<Entry, { kind: 'totals' }>;
    expect(Buffer.from(entryBytes(entry)).equals(bytes)).toBe(true);
    return { day: entry.day - day, ...Object.fromEntries(entry.totals.map((one) => [nameOf(one), one.amount])) };
  });
}
const nameOf = ({ wallet, currency }: { wallet: number; currency: number }) =>
  `${{ 1: 'fund', 3: 'spot', 33: 'external' }[wallet]} ${{ 1: 'USDT', 3: 'BTC' }[currency]}`;

test('at the end of each day the log has the sum of all wallets, up to the last unit before midnight', async () => {
  const { world, add } = await arrange();
  await summed(world, at('12:00:00'), 1);
  await add(at('12:00:00'), 7n, 100n);
  await add(at('23:59:59.999'), 8n, 20n);
  await add(at('23:59:59.999'), 8n, 3n, 'BTC');
  await add(at('00:00:00', 1), 7n, 1000n);
  expect(await totalDays(world.db, at('00:04:59', 1))).toBe(0); // not yet
  await summed(world, at('00:05:00', 1), 1);
  expect(await totalDays(world.db, at('23:00:00', 1))).toBe(0); // once
  // The job did not run for two days.
  await add(at('10:00:00', 2), 9n, 5000n);
  await summed(world, at('12:00:00', 3), 2);
  expect(await logged(world)).toEqual([
    { day: -1 },
    { day: 0, 'fund USDT': 120n, 'external USDT': -120n, 'spot BTC': 3n, 'external BTC': -3n },
    { day: 1, 'fund USDT': 1120n, 'external USDT': -1120n, 'spot BTC': 3n, 'external BTC': -3n },
    { day: 2, 'fund USDT': 6120n, 'external USDT': -6120n, 'spot BTC': 3n, 'external BTC': -3n },
  ]);
  const log = await openLog(world);
  await log.write();
  expect((await auditLog(world.owner, products)).faults).toEqual([]);
});

test('an open posting at midnight is waited for; a later one with an earlier time belongs to the next day', async () => {
  const { world, topUp, add } = await arrange();
  await summed(world, at('12:00:00'), 1);
  await add(at('12:00:00'), 7n, 100n);
  await step(world.owner, async (tx) => {
    await topUp(tx, at('23:59:59'), 8n, 20n);
    expect(await totalDays(world.db, at('00:10:00', 1))).toBe(0);
    await add(at('23:59:59'), 9n, 3n);
    expect(await totalDays(world.db, at('00:11:00', 1))).toBe(0);
  });
  await add(at('00:11:00', 1), 9n, 4000n);
  await summed(world, at('00:12:00', 1), 1);
  await summed(world, at('00:12:00', 2), 1);
  expect((await logged(world)).slice(1)).toEqual([
    { day: 0, 'fund USDT': 120n, 'external USDT': -120n },
    { day: 1, 'fund USDT': 4123n, 'external USDT': -4123n },
  ]);
  const log = await openLog(world);
  await log.write();
  expect((await auditLog(world.owner, products)).faults).toEqual([]);
});

test('a posting that is changed later no longer matches the log', async () => {
  const { world, add } = await arrange('drift');
  await add(at('12:00:00'), 7n, 100n);
  await summed(world, at('00:12:00', 1), 1);
  const log = await openLog(world);
  await log.write();
  await inDatabase(
    urlFor(world.database, ownerRole),
    'alter table leg disable trigger user',
    'update leg set amount = 99 where amount = 100',
  );
  const { faults } = await auditLog(world.owner, products);
  expect(faults).toEqual([
    { what: 'totals', where: `day ${day}, account ${(1 << 10) + 1}: 100 is said, the legs come to 99` },
  ]);
});

test('the application cannot set the totals of a day, end a day early, or leave one out', async () => {
  const { world } = await arrange();
  await summed(world, at('12:00:00'), 1);
  const refused = (statement: string) => expect(sql.raw(statement).execute(world.db), statement).rejects;
  await refused(`insert into day_total values (${day}, 0, 0, '{}', '{}')`).toThrow('permission denied');
  await refused(`insert into day_end values (${day}, 0, '0')`).toThrow('permission denied');
  await refused(`select note_day_end(${day + 1})`).toThrow('not the next');
  await sql`insert into day_end select extract(epoch from now())::bigint / 86400 - 1, 0, '0'`.execute(world.owner);
  await refused('select note_day_end((extract(epoch from now())::bigint / 86400)::integer)').toThrow('not the next');
});
