import { setTimeout as wait } from 'node:timers/promises';
import * as protocol from '@glasshouse/protocol/contracts/calls';
import { listMarket } from '@glasshouse/protocol/market/calls';
import { dayOf, firstSlotOf, slotsPerHour } from '@glasshouse/protocol/market/tape';
import { makeShare, readShare } from '@glasshouse/protocol/shares/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { revealBefore } from '#evidence/market/days.ts';
import { walletOf } from '#money/ledger/accounts.ts';
import { inDatabase, urlFor } from '../../../database/prepare.ts';
import { plannerOf, planOldDay } from '../../../test/own-prices.ts';
import { openTape } from '../../../test/tape.ts';
import { newWorld } from '../../../test/world.ts';

const hours = 50;
const requestsOfEach = 5;

/** People with one contract in each of `hours` hours whose ticks were deleted. The regenerated ticks differ from the signed ones. */
async function withOldOrders(persons: number, hours: number) {
  const world = await newWorld();
  const tape = await openTape(world);
  const people = await Promise.all(Array.from({ length: persons }, () => world.person()));
  const day = dayOf(tape.now()) - 40;
  for (const one of [day, day + 1, day + 2]) await planOldDay(tape, one, firstSlotOf(one) - 10);
  await revealBefore(tape.db, day + 3, plannerOf(tape).seedKeys);
  const first = firstSlotOf(day);
  const accounts = people.map(({ number }) => walletOf(number, 'contract', 'USDT')).join(',');
  await inDatabase(
    urlFor(world.database, 'postgres'),
    'set session_replication_role = replica',
    `insert into tape_anchor (slot, symbol, hash)
     select ${first} + ${slotsPerHour} * h, s, sha256('x') from generate_series(0, ${hours - 1}) h, generate_series(1, 24) s`,
    `insert into tape_checkpoint (slot, size, root, previous, key, signature)
     select ${first} + ${slotsPerHour} * h + 400, 24, sha256('x'), sha256('y'), ${tape.tape.key}, decode(repeat('00', 64), 'hex')
     from generate_series(0, ${hours - 1}) h`,
    `insert into contract (account, id, at, head_slot, due_slot, stake, symbol, seconds, return_bp, rule, long, result, payout, settled_at)
     select a, overlay(gen_random_uuid()::text placing '7' from 15 for 1)::uuid, now(), slot, slot + 61, 1000000, 1, 30, 8200, 1, true, 4, 1000000, now()
     from unnest(array[${accounts}]) a, (select ${first} + ${slotsPerHour} * h + 100 as slot from generate_series(0, ${hours - 1}) h) s`,
  );
  const orders = await Promise.all(
    people.map(async (person) => {
      const account = walletOf(person.number, 'contract', 'USDT');
      const { rows } = await sql<{ id: string }>`select id from contract where account = ${account}`.execute(world.db);
      return rows.map(({ id }) => ({ person, id }));
    }),
  );
  return { world, orders: orders.flat() };
}

test('requests for receipts of old hours are answered or refused without delaying other calls', async () => {
  const { world, orders } = await withOldOrders(2, hours);
  const reasons: string[] = [];
  const count = (reason: string) => reasons.filter((one) => one === reason).length;
  // Each client asks for the next receipt when the one before is answered. Four of them have a place in the queue, so it stays busy after
  // the others have been refused, however slow the machine is.
  const clients = Array.from({ length: 40 }, async (_, client) => {
    for (let i = 0; i < requestsOfEach; i++) {
      const { person, id } = orders[(client + i * 40) % orders.length]!;
      const { code, data } = await person.call(protocol.showReceipt, { id });
      reasons.push(`${code} ${(data as { reason?: string }).reason}`);
    }
  });
  const all = clients.length * requestsOfEach;
  const answered = Promise.all(clients);
  await expect.poll(() => count('429 too_many_requests')).toBeGreaterThanOrEqual(100);
  let calls = 0;
  const connections: number[] = [];
  while (reasons.length < all) {
    connections.push(world.pool.totalCount - world.pool.idleCount);
    expect((await world.visitor('en-US', `10.0.${calls >> 8}.${calls & 255}`).call(listMarket, {})).code).toBe(200);
    calls++;
    await wait(20);
  }
  await answered;
  expect(calls).toBeGreaterThan(5);
  // The many short reads at the beginning are over soon; after that connections are free.
  expect(connections.filter((used) => used <= 2).length).toBeGreaterThan(connections.length / 2);
  // These ticks were never signed, so no request gets a receipt. Each person has two places in the queue.
  expect(count('404 tape_gone') + count('429 too_many_requests')).toBe(all);
  expect(count('404 tape_gone')).toBeGreaterThanOrEqual(2 * 2);
});

test('readers of shared links to old receipts have their own places in the queue and never delay the owner', async () => {
  const { world, orders } = await withOldOrders(1, 4);
  const [ann, ids] = [orders[0]!.person, orders.map(({ id }) => id)];
  const tokens = await Promise.all(
    ids.slice(1).map(async (id) => (await ann.call(makeShare, { product: 'contract', id, named: false })).data.token),
  );
  let waiting = 0;
  const ask = async (answer: Promise<{ data: unknown }>) => {
    waiting++;
    const { reason } = (await answer).data as { reason?: string };
    waiting--;
    return reason;
  };
  const strangers = tokens.map((token) => ask(world.visitor().call(readShare, { token, form: 2 })));
  // Two of them take the places of their network, and the third is refused at once.
  await expect.poll(() => waiting, { interval: 5, timeout: 10_000 }).toBe(2);
  const owner = ask(ann.call(protocol.showReceipt, { id: ids[0]! }));
  expect(waiting).toBe(3);
  expect(await owner).toBe('tape_gone');
  expect((await Promise.all(strangers)).sort()).toEqual(['tape_gone', 'tape_gone', 'too_many_requests']);
});
