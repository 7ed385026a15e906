import { breakEvenOf } from '@glasshouse/protocol/contracts/settle';
import { expect, test } from 'vitest';
import { neededText, percentOf, shareText } from '../trading/percents.ts';
import { oddsOf, standingOf } from './odds.ts';
import { askAgainIn } from './positions.ts';
import { obstacleOf } from './use-ticket.ts';

const usdt = (amount: number) => BigInt(Math.round(amount * 1e6));

test('the figures next to the buttons add up', () => {
  expect(oddsOf(usdt(100), 9000)).toEqual({
    gain: '+90.00',
    loss: '−100.00',
    breakEven: '52.7%',
    average: '−5.00',
  });
  expect(oddsOf(usdt(10.01), 8200)).toMatchObject({ gain: '+8.21', average: '−0.90' });
  expect(oddsOf(usdt(10.5), 8500)).toMatchObject({ gain: '+8.93', loss: '−10.50', average: '−0.79' });
  expect(oddsOf(0n, 8500)).toMatchObject({ gain: '0.00', loss: '0.00', average: '0.00' });
});

test('a user who wins at the displayed break-even rate does not lose; 0.1 % below it loses', () => {
  expect(oddsOf(usdt(100), 8200).breakEven).toBe('55.0%'); // 54.945… %
  for (let returnBp = 100; returnBp <= 10_000; returnBp++) {
    const { breakEven } = oddsOf(usdt(100), returnBp);
    expect(breakEven).toMatch(/^\d{2}\.\d%$/);
    // The result of a thousand orders of one unit each, in ten-thousandths of a unit.
    const gain = (wins: number) => wins * returnBp - (1000 - wins) * 10_000;
    const wins = Number(breakEven.replace(/[.%]/g, ''));
    expect(gain(wins), `${returnBp}: ${breakEven}`).toBeGreaterThanOrEqual(0);
    expect(gain(wins - 1), `${returnBp}: ${breakEven}`).toBeLessThan(0);
  }
});

test('returns are written without trailing zeros', () => {
  expect([8200, 8250, 8255, 10_000].map(percentOf)).toEqual(['82%', '82.5%', '82.55%', '100%']);
  expect([0, 5264, 5406, 5495, 10_000].map(shareText)).toEqual(['0.0%', '52.6%', '54.0%', '54.9%', '100.0%']);
  expect([0, 5264, 5406, 5495, 10_000].map(neededText)).toEqual(['0.0%', '52.7%', '54.1%', '55.0%', '100.0%']);
});

test('a win rate is displayed as the required one only if it suffices', () => {
  for (let returnBp = 100; returnBp <= 10_000; returnBp += 100)
    for (let decided = 1; decided <= 130; decided++) {
      // The highest number of wins that still loses money, and the lowest that doesn't.
      const enough = Math.ceil((decided * 10_000) / (10_000 + returnBp));
      const share = (wins: number) => Number.parseFloat(shareText(Math.floor((wins * 10_000) / decided)));
      const needed = Number.parseFloat(neededText(breakEvenOf(returnBp)));
      expect(share(enough - 1), `${enough - 1} of ${decided} at ${returnBp}`).toBeLessThan(needed);
    }
});

test('an obstacle is named together with the amount it misses the limit by', () => {
  const rules = { minStake: '10.00', maxStake: '5000.00' };
  expect(obstacleOf('10', rules, '10.00', '20000')).toBeUndefined();
  expect(obstacleOf('0', rules, '10.00', '20000')).toMatchObject({ kind: 'below', by: '10.00' });
  expect(obstacleOf('5000.01', rules, '10.00', '20000')).toMatchObject({ kind: 'above', by: '0.01' });
  expect(obstacleOf('50', rules, '10.00', '20')).toMatchObject({ kind: 'limit', by: '30' });
  expect(obstacleOf('50', rules, '10.00', '20000')).toMatchObject({ kind: 'short', by: '40.00' });
  expect(obstacleOf('50', rules, undefined, '20000')).toBeUndefined();
});

test('positions are polled only when one is due', () => {
  const order = { entry: { slot: 11, price: '1' }, dueSlot: 120 } as never;
  expect(askAgainIn({ orders: [] }, 0)).toBe(false);
  expect(askAgainIn({ orders: [order] }, 10_000)).toBe(30_000);
  expect(askAgainIn({ orders: [order] }, 58_000)).toBe(3500);
  expect(askAgainIn({ orders: [order] }, 90_000)).toBe(1500);
  expect(askAgainIn({ orders: [{ entry: null, dueSlot: 120 } as never] }, 1000)).toBe(600);
});

test('an open position shows its result in money if it ended now, and the price distance', () => {
  const order = { direction: 'long' as const, stake: '33.333333', returnBp: 8200 };
  expect(standingOf(order, '64000.00', '64026.58', 2)).toEqual({
    outcome: 'win',
    change: '+27.33',
    distance: '+26.58',
  });
  expect(standingOf(order, '64000.00', '63999.99', 2)).toEqual({
    outcome: 'lose',
    change: '−33.33',
    distance: '−0.01',
  });
  const short = { ...order, direction: 'short' as const, stake: '100.00' };
  expect(standingOf(short, '0.00012', '0.00010', 8)).toMatchObject({ outcome: 'win', change: '+82.00' });
  expect(standingOf(short, '1.50', '1.5', 2)).toEqual({ outcome: 'draw', change: '0.00', distance: '0.00' });
});
