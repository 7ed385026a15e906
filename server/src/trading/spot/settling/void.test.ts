import * as protocol from '@glasshouse/protocol/spot/calls';
import { expect, test } from 'vitest';
import { writeSlot } from '#evidence/market/writer.ts';
import { checkBooks } from '#money/ledger/proof.ts';
import { openSpot } from '../../../../test/spot.ts';

test('an order without a tick is returned in full, and coins keep their cost, even if other orders of the chunk are filled', async () => {
  const { world, tape, ann, trade, tick, settle, holdings, slot } = await openSpot();
  await trade();
  await tick(6_399_030);
  await settle();
  const before = await holdings();
  const bob = await world.person();
  await world.give(bob, 'spot', 'BTC', 1_000_000n);
  const answers = [
    await trade({ given: '100' }),
    await trade({ side: 'sell', given: before.coins[0]!.amount }),
    await trade({ side: 'sell', given: '0.01' }, bob),
    // Another coin has its tick, so its order is filled in the same chunk.
    await trade({ symbol: 'ETH', given: '50' }),
  ];
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
  // No tick of BTC for longer than an order waits.
  const due = slot() + 1;
  for (let i = 0; i < 30; i++) {
    world.pass(500);
    await writeSlot(tape.db, tape.tape, [{ symbol: 2, price: 314_000n, volume: 1n }], due + i, 'late');
  }
  await settle();
  await settle();
  const outcomes = [];
  for (const { data } of [answers[0]!, answers[1]!, answers[3]!])
    outcomes.push((await ann.call(protocol.showOrder, { id: data.order.id })).data.order.outcome);
  expect(outcomes).toEqual(['void', 'void', 'filled']);
  const after = await holdings();
  expect(after.coins.filter(({ symbol }) => symbol === 'BTC')).toEqual(before.coins);
  expect(after).toMatchObject({ usdt: '9450.00', realised: before.realised });
  expect((await holdings(bob)).coins).toMatchObject([{ symbol: 'BTC', amount: '0.01' }]);
  expect((await checkBooks(world.db)).drift).toEqual([]);
});
