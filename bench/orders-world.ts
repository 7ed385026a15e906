import { setTimeout as pause } from 'node:timers/promises';
import { coins } from '../protocol/src/market/coins.ts';
import { dayOf, slotAt, slotsPerMinute } from '../protocol/src/market/tape.ts';
import { feedRole, inDatabase, ownerRole, prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { closeMinutes } from '../server/src/evidence/market/candles.ts';
import { makeDay } from '../server/src/evidence/market/tape-sql.ts';
import { resumeTape, writeSlot } from '../server/src/evidence/market/writer.ts';
import { openDb, openPool } from '../server/src/platform/database/db.ts';
import { openSigner } from '../server/src/platform/security/signer.ts';
import { newSigningKey } from '../server/test/signing-key.ts';
import { giveMoney, openOwner } from './settle-parts.ts';

export const ordersDatabase = 'glasshouse_bench_orders';
export const users = 200_000;
/** Every user has a session with this token. */
export const tokenOf = (number: number): string => `bench-session-of-user-${number}`;

/** Creates users with sessions. */
export const makePeople = (database: string, count: number): Promise<void> =>
  inDatabase(
    urlFor(database, ownerRole),
    `with made as (
      insert into person (id, number, phone, country, password_hash, trade_password_hash, invitation_code, registered_at)
      select gen_random_uuid(), n, '+8613' || lpad(n::text, 9, '0'), 'CN', '', '', 'B' || n, now()
      from generate_series(1, ${count}) n returning id, number
    )
    insert into session (token_hash, id, person, address, device, started_at, seen_at, expires_at)
    select sha256(('${tokenOf(0).slice(0, -1)}' || number)::bytea), gen_random_uuid(), id, '', '', now(), now(), now() + interval '1 day'
    from made`,
  );

/** Creates a second set of the tables for the bare side, without triggers. */
export const makeBareTables = (database: string): Promise<void> =>
  inDatabase(
    urlFor(database, ownerRole),
    'create table bare_account (like account including all) with (fillfactor = 70)',
    'create table bare_leg (like leg including all)',
    'create table bare_contract (like contract including all) with (fillfactor = 50)',
    'insert into bare_account select * from account',
    'insert into bare_leg select * from leg',
    'grant select, insert, update on bare_account, bare_leg, bare_contract to glasshouse_app',
    'grant usage on sequence posting_block to glasshouse_app',
    'vacuum analyze',
  );

/** Creates users with money in the books and sessions, and the tables of the bare side. */
export async function fillOrders(): Promise<void> {
  await prepareDatabase(ordersDatabase);
  const owner = await openOwner(ordersDatabase);
  await giveMoney(owner, users);
  owner.release(true);
  await makePeople(ordersDatabase, users);
  await makeBareTables(ordersDatabase);
}

/** Prices alternate by a thousandth each minute, which is enough for estimating volatility. */
const pricesAt = (slot: number) =>
  coins.map(({ id, start }) => ({
    symbol: id,
    price: Math.floor(slot / slotsPerMinute) % 2 === 0 ? start : start + start / 1000n,
    volume: 1n,
  }));

/**
 * Keeps a tape running: a tick of every coin in every slot, written like the feed does, after one hour with one tick
 * per minute.
 */
export async function keepTicking(): Promise<{ stop: () => Promise<void> }> {
  const pool = openPool(urlFor(ordersDatabase, feedRole), 1, () => {});
  const db = openDb(pool);
  const day = dayOf(slotAt(Date.now()));
  for (const offset of [-1, 0, 1]) await makeDay(db, day + offset);
  const tape = await resumeTape(db, openSigner(newSigningKey()), slotAt(Date.now()));
  let stopped = false;
  const write = (slot: number) => writeSlot(db, tape, pricesAt(slot), slot, 'late');
  for (let ago = 60; ago > 0; ago--) await write(slotAt(Date.now()) - ago * slotsPerMinute);
  await write(slotAt(Date.now()));
  await closeMinutes(
    db,
    coins.map(({ id }) => id),
    Math.floor(slotAt(Date.now()) / slotsPerMinute),
  );
  const ticking = (async () => {
    while (!stopped) {
      await pause(500 - (Date.now() % 500));
      const slot = slotAt(Date.now());
      if (slot > tape.last!) await write(slot);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await ticking;
      await pool.end();
    },
  };
}
