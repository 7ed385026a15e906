import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import { expect, test } from 'vitest';
import { rowsOf } from './tape-rows.ts';

type Named = { slot: number } | null;
/** Only the fields that the rows use. */
function receiptOf(slots: number[], entry: Named, exit: Named, sealedAt = slots.at(-1)!): AnyReceipt {
  const ticks = slots.map((slot) => ({ slot, price: '1', hash: '' }));
  return {
    order: { headSlot: 100, seconds: 10, entry, exit },
    runs: [{ ticks, checkpoint: { slot: sealedAt } }],
  } as unknown as AnyReceipt;
}
const lines = (receipt: AnyReceipt, wrong?: number) =>
  rowsOf(receipt, wrong).map((row) => {
    if (row.kind === 'tick') return row.of ? `${row.of} ${row.tick.slot}` : row.tick.slot;
    if (row.kind === 'apart') return `${row.slots} apart`;
    return row.kind === 'between' ? `${row.count} between` : `${row.slots} silent`;
  });
const all = Array.from({ length: 25 }, (_, i) => 99 + i);

test('ticks around entry and exit are shown, and the ones in between are counted', () => {
  const receipt = receiptOf(all, { slot: 101 }, { slot: 121 });
  expect(lines(receipt)).toEqual([99, 100, 'entry 101', 102, '17 between', 120, 'exit 121', 122]);
  expect(lines(receipt, 110)).toEqual([
    ...[99, 100, 'entry 101', 102, '6 between', 109, 110, 111],
    ...['8 between', 120, 'exit 121', 122],
  ]);
});

test('a missing tick is shown as a gap', () => {
  expect(lines(receiptOf([99, 100, 115], null, null))).toEqual([99, 100, '14 silent', 115]);
  expect(lines(receiptOf([99, 100], null, null, 111))).toEqual([99, 100, '11 silent']);
  const late = all.filter((slot) => slot < 121);
  expect(lines(receiptOf([...late, 140], { slot: 101 }, null))).toEqual([
    ...[99, 100, 'entry 101', 102, '17 between', 120, '19 silent', 140],
  ]);
});

test('a short order shows every tick once', () => {
  expect(lines(receiptOf([99, 100, 101, 102, 103], { slot: 101 }, { slot: 102 }))).toEqual([
    ...[99, 100, 'entry 101', 'exit 102', 103],
  ]);
});

test('an option shows the tick of its quote and, if far apart, that of its end', () => {
  const ticksFrom = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, i) => ({ slot: first + i, price: '1', hash: '' }));
  const runs = [
    { ticks: ticksFrom(94, 101), checkpoint: { slot: 101 } },
    { ticks: ticksFrom(7000, 7003), checkpoint: { slot: 7003 } },
  ];
  const order = { headSlot: 100, dueSlot: 7002, quote: { slot: 96 }, sale: null, exit: { slot: 7002 } };
  const option = { product: 'option', order, runs } as unknown as AnyReceipt;
  expect(lines(option)).toEqual([94, 95, 'quote 96', 97, '6904 apart', 7001, 'exit 7002', 7003]);
  const sold = { ...order, sale: { slot: 7001 }, exit: null };
  expect(lines({ ...option, order: sold } as unknown as AnyReceipt)).toContain('sale 7001');
});

test('an option whose strike was set at acceptance shows that tick too', () => {
  const ticks = Array.from({ length: 8 }, (_, i) => ({ slot: 96 + i, price: '1', hash: '' }));
  const order = { headSlot: 100, dueSlot: 220, seconds: 60, quote: { slot: 97 }, sale: { slot: 102 }, exit: null };
  const saidUnder = (terms: number, changed: object = {}) =>
    lines({
      ...{ product: 'option', order: { ...order, terms, ...changed } },
      runs: [{ ticks, checkpoint: { slot: 103 } }],
    } as unknown as AnyReceipt);
  expect(saidUnder(2)).toEqual([96, 'quote 97', 98, 99, 'strike 100', 101, 'sale 102', 103]);
  expect(saidUnder(1)).not.toContain('strike 100');
  // An option that ends at a full hour has a chosen strike.
  expect(saidUnder(2, { seconds: 3600 })).not.toContain('strike 100');
});
