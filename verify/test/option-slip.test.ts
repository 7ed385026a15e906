import { sign } from 'node:crypto';
import { toHex } from '@glasshouse/protocol/bytes';
import type { OptionOrder, Quote } from '@glasshouse/protocol/options/calls';
import * as slip from '@glasshouse/protocol/options/slip';
import { signedBytes } from '@glasshouse/protocol/orders/slip';
import { expect, test } from 'vitest';
import { newKey, sha } from './sample-receipt.ts';

const key = newKey();
const headHash = 'ab'.repeat(32);
const id = '019a0c3e-7c00-7abc-8def-0123456789ab';
const signed = (bytes: Uint8Array) => ({
  publicKey: key.hex,
  signature: sign(null, bytes, key.privateKey).toString('hex'),
});

const quoted: Quote = {
  ...{ symbol: 'BTC', side: 'call', seconds: 86_400, strike: '64000.00', size: '0.1', premium: '57.744579' },
  ...{ spreadBp: 400, rule: 2, dueSlot: 3_590_092_800 },
  ...{ slot: 3_589_920_000, price: '63990.30', volatility: 420_000, model: 2 },
};
const priceInputs = { slot: quoted.slot, price: quoted.price, volatility: quoted.volatility, model: quoted.model };
const { symbol, side, seconds, strike, size, premium, spreadBp, rule } = quoted;
const order: OptionOrder = {
  ...{ id, at: '2026-11-15T12:00:00.123Z', symbol, side, seconds, strike, size, premium, spreadBp, rule },
  ...{ headSlot: 3_589_920_004, dueSlot: quoted.dueSlot!, quote: priceInputs },
  ...{ sale: null, exit: null, settledAt: null, outcome: null, payout: null },
};
const terms = () => slip.optionTerms(order, headHash)!;
const quote = () => slip.optionQuote(quoted)!;

test('terms and quotes are signed over fixed layouts, which are written out here', () => {
  const bought = ['00000001', '01', '00015180', '000000000061a800', '0000000000989680', '0000000003711cc3'];
  const written = ['0b', id.replaceAll('-', ''), '02', ...bought];
  const agreed = ['000668a0', '02', '00000190', '00000000d5f9d500', '00000000d5fc7800', '00000000d5f9d504', headHash];
  expect(toHex(slip.optionBytes(terms()))).toBe([...written, ...agreed].join(''));
  const by = ['00000000d5f9d500', '000000000061a436', '000668a0', '02'];
  const offered = ['0c', '02', ...bought, '00000190', '00000000d5fc7800', ...by];
  expect(toHex(slip.quoteBytes(quote()))).toBe(offered.join(''));
  const fromTap = toHex(slip.quoteBytes({ ...quote(), dueSlot: null, side: 'put' }));
  expect(fromTap).toBe(offered.join('').replace('0000000101', '0000000102').replace('d5fc7800', '00000000'));
  for (const [version, begins] of [
    [2, '0f'],
    [3, '11'],
  ] as const) {
    const newer = slip.optionTerms({ ...order, terms: version }, headHash)!;
    expect(toHex(slip.optionBytes(newer))).toBe([begins, ...written.slice(1), ...agreed].join(''));
  }
});

test('impossible terms and quotes are refused', () => {
  const wrong: Partial<Omit<Quote, 'dueSlot'>>[] = [
    ...[{ symbol: 'GOLD' }, { strike: '0' }, { strike: '64000.001' }, { size: '0' }, { size: '0.123456789' }],
    { premium: '-1' },
  ];
  for (const each of wrong) {
    expect(slip.optionQuote({ ...quoted, ...each }), JSON.stringify(each)).toBeUndefined();
    expect(slip.optionTerms({ ...order, ...each }, headHash), JSON.stringify(each)).toBeUndefined();
  }
  expect(slip.optionQuote({ ...quoted, price: '63990.301' })).toBeUndefined();
  expect(slip.optionTerms({ ...order, terms: 4 }, headHash)).toBeUndefined();
});

test('a slip covers each of its terms', async () => {
  const whole = { path: [], ...signed(signedBytes(sha(slip.optionBytes(terms())))) };
  expect(await slip.checkOption(terms(), whole)).toBe(true);
  const others: Partial<slip.OptionTerms>[] = [
    ...[{ id: id.replace(/b$/, 'c') }, { rule: 1 }, { symbol: 2 }, { side: 'put' as const }, { seconds: 3600 }],
    ...[{ strike: 6_400_001n }, { size: 1n }, { premium: 57_744_580n }, { spreadBp: 401 }, { dueSlot: 1 }],
    ...[{ terms: 2 }, { headSlot: 1 }, { headHash: '00'.repeat(32) }, { quote: { ...terms().quote, slot: 1 } }],
    ...[{ quote: { ...terms().quote, volatility: 1 } }, { quote: { ...terms().quote, model: 1 } }],
  ];
  for (const other of others)
    expect(await slip.checkOption({ ...terms(), ...other }, whole), JSON.stringify(Object.keys(other))).toBe(false);
});

test('the signature of a quote covers all of its fields', async () => {
  const offered = signed(slip.quoteBytes(quote()));
  expect(await slip.checkQuote(quote(), offered)).toBe(true);
  for (const other of [{ premium: 1n }, { price: 1n }, { dueSlot: null }, { model: 1 }, { volatility: 1 }, { slot: 1 }])
    expect(await slip.checkQuote({ ...quote(), ...other }, offered)).toBe(false);
});
