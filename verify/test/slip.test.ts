import { toHex } from '@glasshouse/protocol/bytes';
import { slipBytes, slipTerms } from '@glasshouse/protocol/contracts/slip';
import { checkSlip, signedBytes, slipName } from '@glasshouse/protocol/orders/slip';
import { expect, test } from 'vitest';
import { sha, won } from './sample-receipt.ts';

const terms = () => slipTerms(won())!;

test('a slip is signed over a fixed layout, which is written out here', async () => {
  const { order, headHash } = won();
  const written = [
    '07',
    order.id.replaceAll('-', ''),
    '01', // the rule
    '00000001', // Bitcoin
    '01', // long
    '00000003', // seconds
    '0000000005f5e100', // 100 USDT
    '00002008', // 82 %
    '00000000d5f9d500',
    headHash,
  ].join('');
  expect(toHex(slipBytes(terms()))).toBe(written);
  expect(toHex(slipBytes({ ...terms(), direction: 'short' }))).toBe(written.replace(/(?<=^.{44})01/, '02'));
  expect(toHex(signedBytes(sha(new Uint8Array([1]))))).toBe(`08${toHex(sha(new Uint8Array([1])))}`);
  expect(await slipName(slipBytes(terms()))).toBe(toHex(sha(slipBytes(terms()))));
});

test('a slip covers the terms of its order, and impossible orders have no slip', () => {
  const { order, headHash } = won();
  expect(terms()).toEqual({
    id: order.id,
    rule: 1,
    symbol: 1,
    direction: 'long',
    seconds: 3,
    stake: 100_000_000n,
    returnBp: 8200,
    headSlot: order.headSlot,
    headHash,
  });
  expect(slipTerms({ headHash, order: { ...order, symbol: 'GOLD' } })).toBeUndefined();
  expect(slipTerms({ headHash, order: { ...order, stake: 'a lot' } })).toBeUndefined();
});

test('a slip covers each of its terms and is valid only with its own path', async () => {
  const { slip } = won();
  expect(await checkSlip(slipBytes(terms()), slip)).toBe(true);
  const others = [
    { id: '019a0c3e-7c00-7abc-8def-0123456789ac' },
    { rule: 2 },
    { symbol: 2 },
    { direction: 'short' as const },
    { seconds: 4 },
    { stake: 100_000_001n },
    { returnBp: 8201 },
    { headSlot: terms().headSlot + 1 },
    { headHash: '00'.repeat(32) },
  ];
  for (const other of others)
    expect(await checkSlip(slipBytes({ ...terms(), ...other }), slip), JSON.stringify(Object.keys(other))).toBe(false);
  expect(await checkSlip(slipBytes(terms()), { ...slip, path: slip.path.slice(1) })).toBe(false);
  const turned = slip.path.map(({ hash, side }) => ({
    hash,
    side: side === 'left' ? ('right' as const) : ('left' as const),
  }));
  expect(await checkSlip(slipBytes(terms()), { ...slip, path: turned })).toBe(false);
});
