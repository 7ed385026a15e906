import { expect, test } from 'vitest';
import { oddsOf, percentOf, shareText } from './odds.ts';
import { askAgainIn } from './positions.ts';
import { obstacleOf, offerOf } from './use-ticket.ts';

const usdt = (amount: number) => BigInt(Math.round(amount * 1e6));

test('the figures beside the buttons add up', () => {
  expect(oddsOf(usdt(100), 9000)).toEqual({
    gain: '+90.00',
    loss: '−100.00',
    payout: '190.00',
    breakEven: '52.6%',
    average: '−5.00',
  });
  expect(oddsOf(usdt(10.01), 8200)).toMatchObject({ gain: '+8.2082', payout: '18.2182', average: '−0.9009' });
  expect(oddsOf(0n, 8500)).toMatchObject({ gain: '0.00', loss: '0.00', average: '0.00' });
});

test('returns are written without zeros at their end', () => {
  expect([8200, 8250, 8255, 10_000].map(percentOf)).toEqual(['82%', '82.5%', '82.55%', '100%']);
  expect([0, 5264, 5406, 5495, 10_000].map(shareText)).toEqual(['0.0%', '52.6%', '54.1%', '54.9%', '100.0%']);
});

test('what stands against an order is named, and by how much', () => {
  const rules = { minStake: '10.00', maxStake: '5000.00' };
  expect(obstacleOf('10', rules, '10.00', '20000')).toBeUndefined();
  expect(obstacleOf('0', rules, '10.00', '20000')).toMatchObject({ kind: 'below', by: '10.00' });
  expect(obstacleOf('5000.01', rules, '10.00', '20000')).toMatchObject({ kind: 'above', by: '0.01' });
  expect(obstacleOf('50', rules, '10.00', '20')).toMatchObject({ kind: 'limit', by: '30' });
  expect(obstacleOf('50', rules, '10.00', '20000')).toMatchObject({ kind: 'short', by: '40.00' });
  expect(obstacleOf('50', rules, undefined, '20000')).toBeUndefined();
});

test('the offer to move money is enough for the stake, and never more than there is', () => {
  expect(offerOf('10', '0.00', '10000.00')).toBe('1000');
  expect(offerOf('2500', '100.00', '10000.00')).toBe('2400.00');
  expect(offerOf('10', '0.00', '250.50')).toBe('250.50');
  expect(offerOf('10', '0.00', '0.00')).toBe('0.00');
});

test('positions are asked for again when something is due, and not otherwise', () => {
  const order = { entry: { slot: 11, price: '1' }, dueSlot: 120 } as never;
  expect(askAgainIn({ orders: [] }, 0)).toBe(false);
  expect(askAgainIn({ orders: [order] }, 10_000)).toBe(30_000);
  expect(askAgainIn({ orders: [order] }, 58_000)).toBe(3500);
  expect(askAgainIn({ orders: [order] }, 90_000)).toBe(1500);
  expect(askAgainIn({ orders: [{ entry: null, dueSlot: 120 } as never] }, 1000)).toBe(600);
});
