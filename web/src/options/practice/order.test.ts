import type { Board } from '@glasshouse/protocol/options/calls';
import { bidOf } from '@glasshouse/protocol/options/quote';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coinOf, isFair, optionFrom, premiumIn, priceInputsFrom } from '../quote-facts.ts';
import { practiceOption, practiceQuotes } from './order.ts';

const slot = 3_589_920_000;
const tick = (price: string, at = slot) =>
  ({ symbol: 'BTC', slot: at, price, decimals: 2 }) as Parameters<typeof practiceQuotes>[1];
const board = (model: number, volatility = 420_000): Board => ({
  ...{ symbol: 'BTC', rule: 2, spreadBp: 400, model, minPremium: '0.10', maxPremium: '5000.00', maxOpen: '20000.00' },
  ...{
    room: '1000000.00',
    slot,
    flash: [60, 900].map((seconds) => ({ seconds, volatility })),
    clock: [],
    heldSlots: 10,
  },
  ...{ next: null, time: slot * 500 },
});

test('this device accepts its own practice quote as it would a server’s', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 2, 3),
      fc.constantFrom(60, 900),
      fc.integer({ min: 100, max: 10_000_000 }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.integer({ min: 1, max: 50_000_000 }),
      (model, seconds, cents, size, volatility) => {
        // Rule 1 applies to external prices, which have model 1.
        const rule = model === 1 ? 1 : 2;
        const shown = { ...board(model, volatility), rule };
        const quotes = practiceQuotes(shown, tick((cents / 100).toFixed(2)), { seconds, size })!;
        expect([isFair(quotes.call), isFair(quotes.put)]).toEqual([true, true]);
      },
    ),
    { numRuns: 200 },
  );
});

test('an option’s strike is the newest tick, and its life starts there', () => {
  const { call } = practiceQuotes(board(2), tick('64000.00'), { seconds: 60, size: 50_000_000n })!;
  const order = practiceOption(call, tick('64001.50', slot + 2), 0)!;
  expect(order).toMatchObject({
    ...{ strike: '64001.50', size: '0.50', premium: call.premium, headSlot: slot + 2, dueSlot: slot + 122, terms: 3 },
    quote: { slot, price: '64000.00', model: 2 },
  });
});

test('an option cannot be bought at an expired quote or below its value', () => {
  const { call } = practiceQuotes(board(2), tick('64000.00'), { seconds: 900, size: 50_000_000n })!;
  expect(practiceOption(call, tick('64000.00', slot + 11), 0)).toBeUndefined();
  expect(practiceOption(call, tick('64000.00', slot - 1), 0)).toBeUndefined();
  // A flash call is worth more at a higher price: 4 % above, the spread is used up.
  const dear = tick('66700.00', slot + 1);
  const by = priceInputsFrom({ ...call, slot: dear.slot, price: dear.price }, coinOf('BTC'));
  expect(bidOf(optionFrom({ ...call, strike: '66700.00' }), by, 1800)).toBeGreaterThan(premiumIn(call));
  expect(practiceOption(call, dear, 0)).toBeUndefined();
  expect(practiceQuotes(board(2), tick('64000.00'), { seconds: 3600, size: 1n })).toBeUndefined();
  expect(practiceQuotes(board(2), tick('64000.00'), { seconds: 60, size: 0n })).toBeUndefined();
});
