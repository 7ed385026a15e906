import { coins } from '@glasshouse/protocol/market/coins';
import { dayOf } from '@glasshouse/protocol/market/tape';
import type { OptionReceipt } from '@glasshouse/protocol/options/calls';
import { meanVolatility } from '@glasshouse/protocol/options/mean-volatility';
import { options } from '@glasshouse/protocol/options/product';
import { saleLoggedWithin } from '@glasshouse/protocol/options/terms';
import { checkReceipt } from '@glasshouse/protocol/orders/receipt';
import { isNamedReceipt, misfitOf } from '@glasshouse/protocol/orders/receipt-form';
import { writeKey } from '@glasshouse/protocol/publiclog/note';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { logged, logKey, witnessKey } from './logged-receipt.ts';
import { head, makeOption, type OptionSample, tickAt } from './sample-option.ts';
import { change, flip, places, slipKey, tapeKey, won } from './sample-receipt.ts';

const keys = { tapeKeys: [tapeKey.hex], slipKeys: [slipKey.hex], logKeys: [writeKey(logKey)] };
const cosigned = { ...keys, witnesses: [witnessKey] };
const wrong = async (receipt: unknown, options: Parameters<typeof checkReceipt>[1] = keys) =>
  (await checkReceipt(receipt, options)).checks.filter(({ ok }) => !ok).map(({ name }) => name);
const differs = async (receipt: unknown) =>
  (await checkReceipt(receipt, keys)).checks.flatMap(({ name, ok, differs }) => (ok ? [] : [[name, differs?.field]]));

const hour = 3600;
/** The generator's volatility for a flash option quoted three slots before the head. */
const generated = (seconds: number) => meanVolatility(coins[0]!, head - 3, 2 * seconds);
const cases: Record<string, OptionSample> = {
  'a call in profit': { exit: 6_412_000 },
  'a call that paid nothing': { exit: 6_399_000 },
  'a call at a loss that paid something': { exit: 6_400_900 },
  'a put in profit': { side: 'put', exit: 6_388_000 },
  'external prices': { rule: 1, model: 1, exit: 6_412_000 },
  'a late exit within the limit': { rule: 1, model: 1, exit: 6_412_000, exitLate: 9 },
  'a gap at the end': { rule: 1, model: 1 },
  'a life that ends at a full hour': { seconds: hour, strike: 6_420_000, exit: 6_480_000 },
  'one of a week': { seconds: 604_800, strike: 6_400_000, volatility: 600_000, exit: 6_700_000 },
  'priced with the volatility of the generator': { terms: 3, model: 3, volatility: generated(60), exit: 6_412_000 },
  'priced with the volatility of the generator, sold back': {
    ...{ terms: 3, model: 3, volatility: generated(60), soldAt: 60, sold: 6_401_000 },
    soldBy: meanVolatility(coins[0]!, head + 60, 60),
  },
  'all ticks in one run': { exit: 6_412_000, oneRun: true },
  'quoted at the newest tick': { exit: 6_412_000, quotedAt: 0 },
  'quoted at the oldest valid tick': { exit: 6_412_000, quotedAt: -10 },
  'strike at the tick of acceptance': { terms: 2, exit: 6_412_000 },
  'strike at the tick of acceptance, sold back': { terms: 2, side: 'put', soldAt: 60, sold: 6_399_000 },
  'terms with logged sales, sold back': { terms: 3, soldAt: 60, sold: 6_401_000 },
  'terms with logged sales, not sold': { terms: 3, exit: 6_412_000 },
  'a life that ends at a full hour, newer terms': { terms: 2, seconds: hour, strike: 6_420_000, exit: 6_480_000 },
  'one sold back': { soldAt: 60, sold: 6_401_000 },
  'sold back right after the head': { soldAt: 2, sold: 6_400_100 },
  'sold back after hours': { seconds: 86_400, strike: 6_400_000, soldAt: 50_000, sold: 6_380_000 },
};
const own = ['quote', 'exit', 'result', 'payout', 'books'];

describe('a valid receipt matches, with or without its place in the log', () => {
  test.each(Object.entries(cases))('%s', async (_, made) => {
    const receipt = makeOption(made);
    const { checks, seals } = await checkReceipt(receipt, keys);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    const story = own.map((name) => (receipt.order.sale && name === 'exit' ? 'sale' : name));
    expect(checks.map(({ name }) => name)).toEqual(['slip', 'fresh', 'tape', ...story, 'keys']);
    expect(seals).toBe(receipt.runs.flatMap((run) => run.ticks).length);
    const placed = await inLog(receipt);
    const more = await checkReceipt(placed, keys);
    expect(more.checks.filter(({ ok }) => !ok)).toEqual([]);
    const found = more.checks.map(({ name }) => name);
    expect(found.includes('log')).toBe(true);
    // An owner who sells knows the amount. Since version 3 of the terms, the sale itself must have been logged in time.
    const { sale, terms } = receipt.order;
    expect([found.includes('before'), found.includes('sold')]).toEqual([!sale, sale !== null && terms === 3]);
  });
});

/** With the second in which it was decided. */
const inLog = (receipt: OptionReceipt) => {
  const { order } = receipt;
  const decided = (order.sale ?? order.exit)?.slot ?? order.dueSlot + 10;
  const after = decided - head + (order.sale && order.terms === 3 ? saleLoggedWithin : 0);
  return logged(receipt, { secondAt: after, beforeAt: after - 2 });
};

test('a sale must be in the log as it was made, after its order and within four seconds of its tick', async () => {
  const made: OptionSample = { terms: 3, soldAt: 60, sold: 6_401_000 };
  const sold = makeOption(made);
  const after = 60 + saleLoggedWithin;
  const inTime = { secondAt: after, beforeAt: after - 2 };
  const fieldsOf = async (deed: Parameters<typeof logged>[1]) => differs(await logged(sold, { ...inTime, ...deed }));
  expect(await fieldsOf({})).toEqual([]);
  // Places are counted before the order is inserted at place 2: 1 is before it, 6 is after the second that must follow.
  expect(await fieldsOf({ saleAt: 1 })).toEqual([['sold', 'logSold']]);
  expect(await fieldsOf({ saleAt: 6 })).toEqual([['sold', 'logSold']]);
  // A later second, chosen so that a late sale precedes it.
  expect(await fieldsOf({ secondAt: after + 2, beforeAt: after })).toEqual([['sold', 'logSold']]);
  // A different sale than the one in the log, and no sale at all.
  const other = await logged(makeOption({ ...made, soldAt: 61 }), { ...inTime, secondAt: after + 1 });
  const right = await logged(sold, inTime);
  expect(await differs({ ...right, log: other.log })).toContainEqual(['log', 'logSale']);
  const { sale: _, ...without } = right.log!;
  expect(await wrong({ ...right, log: without })).toEqual(['form']);
  const { sale: __, outcome: ___, ...neither } = right.log!;
  expect(await wrong({ ...right, log: neither })).toEqual(['form']);
  // Older terms do not require it.
  expect(await wrong(await logged(makeOption({ ...made, terms: 2 }), inTime))).toEqual([]);
});

test('an option is void if its end was given up, and its receipt proves that with the log', async () => {
  const lost = makeOption({ seconds: hour, strike: 6_400_000 });
  const { dueSlot } = lost.order;
  const at = (first: number, last: number) =>
    logged(lost, { secondAt: first - head, beforeAt: first - head - 2, gap: { first, last } });
  const right = await at(dueSlot, dueSlot + 500);
  expect(await wrong(right)).toEqual([]);
  const { gap: _, ...without } = right;
  expect(await wrong(without)).toEqual(['form']);
  // A slot on this tape cannot have been given up, and only the slot of the end counts.
  expect(await wrong(await at(dueSlot - 1, dueSlot + 500))).toContain('result');
  expect(await wrong(await at(dueSlot - 900, dueSlot - 800))).toContain('result');
});

// No posting shows when a lost option was booked, so nothing vouches for that time. It decides nothing either.
const unproven = ({ order }: OptionReceipt, path: string) => path === 'order.settledAt' && order.payout === '0.00';

test.each(Object.entries(cases))('a single changed character anywhere is detected: %s', async (_, made) => {
  const receipt = await inLog(makeOption(made));
  const all = places(receipt).filter((path) => !unproven(receipt, path.join('.')));
  for (const path of all) {
    const changed = change(receipt, path, (value) => flip(value, 7));
    expect(await wrong(changed, cosigned), path.join('.')).not.toEqual([]);
  }
  await fc.assert(
    fc.asyncProperty(fc.nat(all.length - 1), fc.nat(1000), async (place, seed) => {
      const changed = change(receipt, all[place]!, (value) => flip(value, seed));
      if (JSON.stringify(changed) === JSON.stringify(receipt)) return;
      expect(await wrong(changed, cosigned), all[place]!.join('.')).not.toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('wrong content is detected even if the site signed it', async () => {
  const exit = 6_412_000;
  const dear = makeOption({ exit }).order.premium;
  // A signed premium that the model does not give for the tick.
  expect(await differs(makeOption({ exit, premium: 99_000_000n }))).toContainEqual(['quote', 'premium']);
  expect(dear).not.toBe('99.00');
  // A tick that was no longer valid for a quote.
  expect(await differs(makeOption({ exit, quotedAt: -11 }))).toEqual([['quote', 'held']]);
  // A price, end or strike that does not follow from the tick.
  const told = (more: OptionSample['told']) => makeOption({ exit, told: more! });
  const { quote } = makeOption({ exit }).order;
  expect(await differs(told({ quote: { ...quote, price: '64000.01' } }))).toContainEqual(['quote', 'quote']);
  expect(await differs(told({ quote: { ...quote, model: 9 } }))).toEqual([['quote', 'model']]);
  expect(await differs(makeOption({ exit, dueSlot: head + 122 }))).toEqual([['quote', 'due']]);
  expect(await differs(makeOption({ exit, strike: 6_400_001 }))).toContainEqual(['quote', 'strike']);
  // The site cannot choose the tick that sets the strike: the head's under the old terms, the quote's under the new
  // ones.
  expect(await differs(makeOption({ exit, strike: 6_400_063 }))).toContainEqual(['quote', 'strike']);
  expect(await differs(makeOption({ exit, terms: 2, strike: 6_400_000 }))).toEqual([['quote', 'strike']]);
  const newer = makeOption({ exit, terms: 2 });
  expect(await wrong({ ...newer, order: { ...newer.order, terms: 4 } })).toEqual(['form']);
  expect(await wrong({ ...newer, order: { ...newer.order, terms: 3 } })).toEqual(['slip']);
  expect(await differs(makeOption({ seconds: hour, strike: 6_400_001, exit }))).toEqual([['quote', 'strike']]);
});

test("a volatility other than the generator's is reported, in a quote and in a sale", async () => {
  const exit = 6_412_000;
  const made: OptionSample = { terms: 3, model: 3, volatility: generated(60) };
  expect(await differs(makeOption({ ...made, volatility: generated(60) + 1, exit }))).toEqual([
    ['quote', 'volatility'],
  ]);
  const sold = { ...made, soldAt: 60, sold: 6_401_000, soldBy: 2_000_000 };
  expect(await differs(makeOption(sold))).toEqual([['sale', 'volatility']]);
  // External prices have no generator.
  expect(await differs(makeOption({ ...made, rule: 1, exit }))).toEqual([['quote', 'model']]);
});

test('an estimated volatility has limits, in a quote and in a sale', async () => {
  const exit = 6_412_000;
  for (const volatility of [50_000, 5_000_000]) expect(await differs(makeOption({ exit, volatility }))).toEqual([]);
  for (const volatility of [1, 49_999, 5_000_001, 100_000_000])
    for (const outside of [{}, { rule: 1, model: 1 }])
      expect(await differs(makeOption({ exit, volatility, ...outside }))).toEqual([['quote', 'volatility']]);
  const sold = { soldAt: 60, sold: 6_401_000 };
  for (const soldBy of [50_000, 5_000_000]) expect(await differs(makeOption({ ...sold, soldBy }))).toEqual([]);
  for (const soldBy of [49_999, 5_000_001])
    expect(await differs(makeOption({ ...sold, soldBy }))).toEqual([['sale', 'volatility']]);
});

test('the generator of the day decides the model if the receipt proves it', () => {
  const faultOf = (made: OptionSample, generator: number, day = dayOf(head - 3)) =>
    options.faultByGenerator!(makeOption(made).order, new Map([[day, generator]]))?.differs;
  const instead = (given: string, wanted: string) => ({ field: 'model', given, wanted });
  const byGenerator = { model: 3, volatility: generated(60) };
  expect(faultOf(byGenerator, 3)).toBeUndefined();
  expect(faultOf(byGenerator, 2)).toEqual(instead('3', '2'));
  for (const model of [1, 2]) {
    expect(faultOf({ model }, 3)).toEqual(instead(String(model), '3'));
    for (const generator of [1, 2]) expect(faultOf({ model }, generator)).toBeUndefined();
    expect(faultOf({ model, rule: 1 }, 3)).toBeUndefined();
    expect(faultOf({ model }, 3, dayOf(head) + 1)).toBeUndefined();
  }
});

test('a receipt cannot claim a different end than its ticks give', async () => {
  const exit = 6_412_000;
  const honest = makeOption({ exit }).order;
  for (const outcome of ['lose', 'draw', 'void'] as const)
    expect(await wrong(makeOption({ exit, told: { outcome } })), outcome).toContain('result');
  expect(await wrong(makeOption({ exit, told: { payout: '1.00' } }))).toEqual(['payout', 'books']);
  const sale = { ...honest.quote, ...tickAt(50, 6_400_000) };
  expect(await wrong(makeOption({ exit, told: { sale, exit: null, outcome: 'sold' } }))).toContain('sale');
  // Void although the tick is on the tape, and sold without a sale.
  expect(await wrong(makeOption({ exit, told: { outcome: 'sold' } }))).toContain('result');
  const sold = { soldAt: 60, sold: 6_401_000 };
  expect(await wrong(makeOption({ ...sold, told: { outcome: 'lose' } }))).toContain('result');
  const late = { ...honest.quote, ...tickAt(60, 6_401_000), model: 1 };
  expect(await differs(makeOption({ ...sold, told: { sale: late } }))).toContainEqual(['sale', 'model']);
  expect(await wrong(makeOption({ ...sold, told: { exit: tickAt(60, 6_401_000) } }))).toEqual(['sale']);
});

test('a gap that is not proved to its end decides nothing, nor do ticks that begin at the end', async () => {
  const outside = { rule: 1, model: 1 };
  expect(await wrong(makeOption({ ...outside, sealedAt: 129 }))).toContain('exit');
  expect(await wrong(makeOption({ ...outside, exit: 6_412_000, endFrom: 120 }))).toContain('exit');
  // On a tape without gaps, the tick of the slot is the end regardless of earlier ticks.
  expect(await wrong(makeOption({ exit: 6_412_000, endFrom: 120 }))).toEqual([]);
});

test('numbers that nobody would agree on give an error message instead of a crash', async () => {
  const sold = makeOption({ soldAt: 60, sold: 6_401_000 });
  const wild: [string[], unknown][] = [
    [['order', 'dueSlot'], 2 ** 40],
    [['order', 'quote', 'slot'], 0],
    [['order', 'quote', 'volatility'], 100_000_000],
    [['order', 'sale', 'volatility'], 100_000_000],
    [['order', 'strike'], '0.01'],
    [['order', 'strike'], '99999999999999.99'],
    [['order', 'size'], '999999999.00000001'],
    [['order', 'headSlot'], 0],
  ];
  for (const [path, value] of wild)
    expect(await wrong(change(sold, path, () => value)), path.join('.')).not.toEqual([]);
});

test('values in non-canonical form are refused', async () => {
  const spelt: [string[], unknown][] = [
    [['order', 'size'], '0.1'],
    [['order', 'size'], '0.00'],
    [['order', 'strike'], '64000'],
    [['order', 'strike'], '064000.00'],
    [['order', 'quote', 'price'], '64000.0'],
    [['order', 'seconds'], 61],
    [['order', 'side'], 'long'],
    [['product'], 'spot'],
    [['product'], 'contract'],
    [['product'], 'toString'],
    [['product'], undefined],
    [['order', 'entry'], null],
  ];
  for (const [path, value] of spelt)
    expect(await wrong(change(makeOption({ exit: 6_412_000 }), path, () => value)), path.join('.')).toEqual(['form']);
  // A contract that claims to be an option is refused too.
  expect(misfitOf({ ...won(), product: 'option' })).toMatch(/^order/);
  expect(misfitOf({ ...won(), product: 'contract' })).toBe('product');
  expect(misfitOf({ ...won(), product: 7 })).toBe('product');
  expect(isNamedReceipt(makeOption())).toBe(true);
});
