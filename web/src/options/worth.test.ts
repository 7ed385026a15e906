import type { Board, OptionOrder } from '@glasshouse/protocol/options/calls';
import { expect, test } from 'vitest';
import { worthBy } from './worth.ts';

const priceInputs = { slot: 1000, price: '64000.00', volatility: 420_000, model: 1 };
const order: OptionOrder = {
  ...{ id: '0', at: '2026-01-01T00:00:00.000Z', symbol: 'BTC', side: 'call', seconds: 300, strike: '64000.00' },
  ...{ size: '0.5', premium: '17.20', spreadBp: 400, rule: 1, headSlot: 1000, dueSlot: 1601, quote: priceInputs },
  ...{ sale: null, exit: null, outcome: null, payout: null, settledAt: null },
};
const board = {
  ...{ slot: 1000, model: 1, flash: [{ seconds: 60, volatility: 900_000 }], clock: [] },
  ...{ symbol: 'BTC', rule: 1, spreadBp: 400, minPremium: '1', maxPremium: '1', maxOpen: '1', room: '1' },
  ...{ heldSlots: 10, next: null, time: 0 },
} satisfies Board;
const at = (slot: number, price: string) => worthBy(order, { slot, price }, board);

test('an option’s value is in full cents and grows as the price moves beyond its strike', () => {
  expect(at(1100, '64100.00')! % 10_000n).toBe(0n);
  expect(at(1100, '64200.00')!).toBeGreaterThan(at(1100, '64100.00')!);
  // One slot before its end its value is its payout, to the cent.
  expect(at(1600, '64100.00')).toBe(50_000_000n);
});

test('an ended option, a coin without a price and a short tape have no value', () => {
  expect(at(1601, '64100.00')).toBeUndefined();
  expect(worthBy(order, undefined, board)).toBeUndefined();
  expect(worthBy(order, { slot: 1100, price: '64100.00' }, { ...board, slot: null })).toBeUndefined();
});
