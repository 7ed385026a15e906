import { getOverview } from '@glasshouse/protocol/assets/calls';
import * as contracts from '@glasshouse/protocol/contracts/calls';
import * as spot from '@glasshouse/protocol/spot/calls';
import { expect, test } from 'vitest';
import { orderIdAt } from '../../../test/order-id.ts';
import { openTape } from '../../../test/tape.ts';
import { newWorld, type World } from '../../../test/world.ts';

type Person = Awaited<ReturnType<World['person']>>;
type Wish = { id?: string; stake?: string; fromFund?: boolean; returnBp?: number };

/** A world with a running tape. A new account has 10,000.00 in Funding and nothing elsewhere. */
async function arrange() {
  const world = await newWorld();
  const tape = await openTape(world);
  await tape.write(tape.now(), 6_400_000, 314_000);
  const open = async (person: Person, { stake = '100', ...wish }: Wish = {}) => {
    const asked = {
      id: orderIdAt(world.clock()),
      symbol: 'BTC',
      direction: 'long',
      seconds: 30,
      returnBp: 8200,
    } as const;
    return (await person.call(contracts.openContract, { ...asked, stake, fromFund: true, ...wish })).data as {
      reason?: string;
    };
  };
  const moves = (person: Person) =>
    world.db
      .selectFrom('movement')
      .select(['amount', 'label', 'flow', 'state'])
      .where('owner', '=', person.number)
      .orderBy('serial')
      .execute();
  return { world, open, moves };
}
const held = async (person: Person, ...names: string[]) => {
  const { wallets } = (await person.call(getOverview, {})).data;
  return names.map(
    (name) =>
      wallets.find(({ wallet }) => wallet === name)?.balances.find(({ currency }) => currency === 'USDT')?.amount ??
      '0.00',
  );
};

test('an order takes exactly what its wallet lacks from Funding, recorded as a transfer, and only if it was asked to', async () => {
  const { world, open, moves } = await arrange();
  const ann = await world.person();
  await world.give(ann, 'contract', 'USDT', 97_910_000n);
  expect(await open(ann, { fromFund: false })).toMatchObject({ reason: 'insufficient_balance' });
  expect(await held(ann, 'fund', 'contract')).toEqual(['10000.00', '97.91']);
  const id = orderIdAt(world.clock());
  expect(await open(ann, { id })).not.toHaveProperty('reason');
  expect(await held(ann, 'fund', 'contract')).toEqual(['9997.91', '0.00']);
  const moved = { amount: 2_090_000n, label: 'fund-contract', flow: 'move', state: 'done' };
  expect(await moves(ann)).toEqual([moved]);
  // The same tap again is the same order.
  expect(await open(ann, { id })).not.toHaveProperty('reason');
  expect(await held(ann, 'fund', 'contract')).toEqual(['9997.91', '0.00']);
  // A wallet that holds enough leaves Funding alone.
  await world.give(ann, 'contract', 'USDT', 500_000_000n);
  expect(await open(ann)).not.toHaveProperty('reason');
  expect(await held(ann, 'fund', 'contract')).toEqual(['9997.91', '400.00']);
  expect(await moves(ann)).toEqual([moved]);
});

test('a coin is bought with money from Funding, and selling draws nothing', async () => {
  const { world, moves } = await arrange();
  const ann = await world.person();
  const trade = async (side: 'buy' | 'sell', given: string) =>
    (
      await ann.call(spot.trade, {
        ...{ id: orderIdAt(world.clock()), symbol: 'BTC', side, given, spreadBp: 10, fromFund: true },
      })
    ).data as { reason?: string };
  const { spreadBp } = (await world.visitor().call(spot.showRules, {})).data;
  expect(spreadBp).toBe(10);
  expect(await trade('buy', '500')).not.toHaveProperty('reason');
  expect(await held(ann, 'fund', 'spot')).toEqual(['9500.00', '0.00']);
  expect((await moves(ann)).map(({ label }) => label)).toEqual(['fund-spot']);
  expect(await trade('sell', '0.5')).toMatchObject({ reason: 'insufficient_balance' });
  expect(await held(ann, 'fund', 'spot')).toEqual(['9500.00', '0.00']);
});

test('a refused order moves nothing, whether it lacks money or anything else', async () => {
  const { world, open, moves } = await arrange();
  const ann = await world.person();
  expect(await open(ann, { returnBp: 9900 })).toMatchObject({ reason: 'terms_changed' });
  expect(await open(ann, { stake: '0.01' })).toMatchObject({ reason: 'stake_out_of_range' });
  const all = await Promise.all(Array.from({ length: 12 }, () => open(ann, { stake: '1000' })));
  expect(all.filter(({ reason }) => reason === undefined).length).toBeLessThanOrEqual(10);
  const [fund, wallet] = await held(ann, 'fund', 'contract');
  const opened = all.filter(({ reason }) => reason === undefined).length;
  expect([fund, wallet]).toEqual([(10_000 - 1000 * opened).toFixed(2), '0.00']);
  const sum = (await moves(ann)).reduce((total, { amount }) => total + amount, 0n);
  expect(sum).toBe(BigInt(opened) * 1_000_000_000n);
});

test('orders of several products and users at once never overdraw Funding, and the books balance', async () => {
  const { world, open } = await arrange();
  const people = await Promise.all(Array.from({ length: 4 }, () => world.person()));
  const buy = async (person: Person) =>
    (
      await person.call(spot.trade, {
        ...{
          id: orderIdAt(world.clock()),
          symbol: 'BTC',
          side: 'buy' as const,
          given: '1500',
          spreadBp: 10,
          fromFund: true,
        },
      })
    ).data as { reason?: string };
  const tried = await Promise.all(
    people.flatMap((person) =>
      Array.from({ length: 10 }, async (_, place) => ({
        person,
        takes: place % 2 ? 1500 : 1000,
        answer: await (place % 2 ? buy(person) : open(person, { stake: '1000' })),
      })),
    ),
  );
  for (const person of people) {
    const done = tried.filter((each) => each.person === person && each.answer.reason === undefined);
    const spent = done.reduce((sum, { takes }) => sum + takes, 0);
    expect(spent).toBeLessThanOrEqual(10_000);
    expect(await held(person, 'fund', 'contract', 'spot')).toEqual([(10_000 - spent).toFixed(2), '0.00', '0.00']);
  }
});

test('an order that did not ask to is not paid from Funding by one that did', async () => {
  const { world, open } = await arrange();
  const ann = await world.person();
  const both = await Promise.all([open(ann, { fromFund: true }), open(ann, { fromFund: false })]);
  expect(both[1]).toMatchObject({ reason: 'insufficient_balance' });
  const opened = both[0]!.reason === undefined ? 100 : 0;
  expect(await held(ann, 'fund', 'contract')).toEqual([(10_000 - opened).toFixed(2), '0.00']);
});
