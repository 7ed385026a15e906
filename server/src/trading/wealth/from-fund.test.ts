import { getOverview } from '@glasshouse/protocol/assets/calls';
import * as protocol from '@glasshouse/protocol/wealth/calls';
import { expect, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { exampleOf, offer, tradePassword, withMoney } from '../../../test/wealth.ts';
import { newWorld, type World } from '../../../test/world.ts';
import * as table from './sql.ts';

type Person = Awaited<ReturnType<World['person']>>;
type Wish = { id?: string; units: number; fromFund?: boolean };
const trustTerms = { kind: 'trust', unit: 1_000_000n, rateBp: 500, days: 7 } as const;
const buy = async (person: Person, { product, version }: Pick<protocol.Product, 'product' | 'version'>, wish: Wish) =>
  (
    await person.call(protocol.buyProduct, {
      ...{ id: newId(), product, version, fromFund: true, tradePassword },
      ...wish,
    })
  ).data as { reason?: string };
const held = async (person: Person) => {
  const { wallets } = (await person.call(getOverview, {})).data;
  const of = (name: string) => wallets.find(({ wallet }) => wallet === name)!.balances[0]!.amount;
  return [of('fund'), of('financial')];
};
const moves = async (world: World, person: Person) =>
  world.db.selectFrom('movement').select(['amount', 'label', 'flow']).where('owner', '=', person.number).execute();

test('a purchase takes exactly what the wallet lacks from Funding, as a separate transfer, and only if it was asked to', async () => {
  const world = await newWorld();
  const ann = await withMoney(await world.person(), '10.5');
  const trust = await exampleOf(world, 'trust', 7);
  expect(await held(ann)).toEqual(['9989.50', '10.50']);
  expect(await buy(ann, trust, { units: 1000, fromFund: false })).toMatchObject({ reason: 'insufficient_balance' });
  expect(await held(ann)).toEqual(['9989.50', '10.50']);
  const id = newId();
  expect(await buy(ann, trust, { id, units: 1000 })).not.toHaveProperty('reason');
  expect(await held(ann)).toEqual(['9000.00', '0.00']);
  expect((await moves(world, ann)).at(-1)).toEqual({ amount: 989_500_000n, label: 'fund-financial', flow: 'move' });
  // A retried tap moves no more money, whatever else has changed.
  expect(await buy(ann, trust, { id, units: 1000 })).not.toHaveProperty('reason');
  expect(await held(ann)).toEqual(['9000.00', '0.00']);
  // With enough money in the wallet, Funding is not used.
  await withMoney(ann, '3000');
  expect(await buy(ann, trust, { units: 1000 })).not.toHaveProperty('reason');
  expect(await held(ann)).toEqual(['6000.00', '2000.00']);
});

test('a refused purchase moves no money, whatever the reason', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const trust = await offer(world, trustTerms, { least: 100n });
  const before = await held(ann);
  expect(before).toEqual(['10000.00', '0.00']);
  expect(await buy(ann, trust, { units: 20_000 })).toMatchObject({ reason: 'insufficient_balance' });
  expect(await buy(ann, trust, { units: 1 })).toMatchObject({ reason: 'purchase_out_of_range' });
  expect(await buy(ann, { ...trust, version: 99 }, { units: 1000 })).toMatchObject({ reason: 'product_closed' });
  expect(await held(ann)).toEqual(before);
  expect(await moves(world, ann)).toEqual([]);
});

test('simultaneous purchases never exceed the two wallets together, and the books balance', async () => {
  const world = await newWorld();
  const ann = await withMoney(await world.person(), '1500');
  const [first, second] = [await offer(world, trustTerms), await offer(world, trustTerms)];
  // 10,000.00 in total: of twelve purchases at 1,000.00 each, ten succeed.
  const take = (named: typeof first) =>
    step(world.db, (tx) =>
      table.buy(tx, world.clock(), { owner: ann.number, id: newId(), ...named, units: 1000, fromFund: true }),
    );
  const all = await Promise.all(Array.from({ length: 12 }, (_, place) => take(place % 2 ? first : second)));
  expect(all.filter((answer) => answer === 'bought')).toHaveLength(10);
  expect(all.filter((answer) => answer === 'insufficient_balance')).toHaveLength(2);
  expect(await held(ann)).toEqual(['0.00', '0.00']);
  // The first 1,500.00 were moved there by hand.
  const moved = (await moves(world, ann)).slice(1);
  expect(moved.reduce((sum, { amount }) => sum + amount, 0n)).toBe(8_500_000_000n);
});
