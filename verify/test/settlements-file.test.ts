import * as file from '@glasshouse/protocol/orders/settlements-file';
import { expect, test } from 'vitest';

const name = '0f'.repeat(32);
const order: file.Settlement = {
  name,
  symbol: 'BTC',
  direction: 'long',
  seconds: 30,
  stake: 100_000_000n,
  returnBp: 8200,
  rule: 1,
  headSlot: 1000,
  entrySlot: 1001,
  exitSlot: 1061,
  outcome: 'win',
  payout: 182_000_000n,
};
const digits = (count: number) => '9'.repeat(count);

test('the lines of the file have this exact form, so that old files stay readable', () => {
  expect(file.headLines(7, 90)).toBe(
    '# Simulated. Settlements of a practice exchange, paper money only.\n# glasshouse-settlements 1 7 90\n',
  );
  expect(file.tapeLine('BTC', name)).toBe(`tape BTC ${name}\n`);
  expect(file.tickLine(1001, 6_400_000n)).toBe('1001 6400000\n');
  expect(file.sealLine({ path: [], checkpoint: 'c' as never })).toBe('sealed {"path":[],"checkpoint":"c"}\n');
  expect(file.ordersLine).toBe('orders\n');
  expect(file.endLine(2)).toBe('end 2\n');
  expect(file.orderLine(order)).toBe(`${name} BTC long 30 100.00 8200 1 1000 1001 1061 win 182.00\n`);
  const void_ = { ...order, entrySlot: undefined, exitSlot: undefined, outcome: 'void' as const, payout: order.stake };
  expect(file.orderLine(void_)).toBe(`${name} BTC long 30 100.00 8200 1 1000 - - void 100.00\n`);
});

test('lines of version 3 contain the product and the `asOf` slot, but no names', () => {
  expect(file.headLinesAsOf(7, 90, 95).split('\n')[1]).toBe('# glasshouse-settlements 3 7 90 95');
  expect(file.entryLine({ place: 1, slot: 2, count: 3, product: 'option' })).toBe('entry 1 2 3 option\n');
  expect(file.unloggedLine({ count: 3, product: 'spot' })).toBe('unlogged 3 spot\n');
  const bought = { id: 'a', at: 'b', settledAt: 'c', symbol: 'BTC', quote: { slot: 1 } };
  const line = `${name} {"symbol":"BTC","quote":{"slot":1}}`;
  expect(file.otherOrderLine(name, bought)).toBe(`${line}\n`);
  expect(file.readOtherOrderLine(line)).toEqual({ name, said: { symbol: 'BTC', quote: { slot: 1 } } });
  onlyWhole('# glasshouse-settlements 3 7 90 95', file.readHead);
  onlyWhole('entry 0 1001 1 spot', file.readEntryLine);
  onlyWhole('unlogged 1 option', file.readUnloggedLine);
  onlyWhole(line, file.readOtherOrderLine);
  for (const none of [`${name} {`, `${name} {a}`, `${name} []`, `${name} {"a":"${digits(2000)}"}`])
    expect(file.readOtherOrderLine(none), none.slice(0, 80)).toBeUndefined();
  expect(file.readEntryLine('entry 1 2 3 contract')).toBeUndefined();
});

test('lines of any outcome are read as they were written', () => {
  for (const direction of ['long', 'short'] as const)
    for (const outcome of ['win', 'lose', 'draw', 'void', 'open'] as const)
      for (const exitSlot of [1061, undefined]) {
        const other = { ...order, direction, outcome, exitSlot };
        expect(file.readOrderLine(file.orderLine(other).trimEnd())).toEqual(other);
      }
  expect(file.readHead(file.headLines(7, 90).split('\n')[1]!)).toEqual({ version: 1, first: 7, through: 90 });
  expect(file.readHead(file.headLines(7, 90, 2).split('\n')[1]!)).toEqual({ version: 2, first: 7, through: 90 });
  const entry = { place: 12, slot: 1001, count: 3 };
  expect(file.readEntryLine(file.entryLine(entry).trimEnd())).toEqual(entry);
  expect(file.readUnloggedLine(file.unloggedLine({ count: 4 }).trimEnd())).toEqual({ count: 4 });
  expect(file.readTapeLine(`tape ICP ${name}`)).toEqual({ symbol: 'ICP', before: name });
  expect(file.readTickLine('1001 6400000')).toEqual({ slot: 1001, price: 6_400_000n });
  expect(file.readTickLine(`0 ${digits(18)}`)).toEqual({ slot: 0, price: BigInt(digits(18)) });
});

/** A line with extra text before or after it, or a truncated line, is refused. */
function onlyWhole(line: string, read: (line: string) => unknown) {
  expect(read(line), line).toBeDefined();
  for (const other of [` ${line}`, `x${line}`, `${line} `, `${line}x`, `${line}\r`, '', 'orders'])
    expect(read(other), other).toBeUndefined();
}
const withField = (place: number, value: string) =>
  file.orderLine(order).trimEnd().split(' ').with(place, value).join(' ');

test('a line is only accepted as a complete line', () => {
  onlyWhole('# glasshouse-settlements 1 7 90', file.readHead);
  onlyWhole(`# glasshouse-settlements 1 ${digits(15)} ${digits(15)}`, file.readHead);
  onlyWhole(`tape BTC ${name}`, file.readTapeLine);
  onlyWhole('1001 6400000', file.readTickLine);
  onlyWhole('entry 0 1001 1', file.readEntryLine);
  onlyWhole('unlogged 1', file.readUnloggedLine);
  for (const none of ['entry 1 2 0', 'entry 1 2', 'entry 1 2 100000', 'unlogged 0', 'unlogged'])
    expect(file.readEntryLine(none) ?? file.readUnloggedLine(none), none).toBeUndefined();
  onlyWhole(file.orderLine(order).trimEnd(), file.readOrderLine);
  for (const head of [
    '# glasshouse-settlements 3 7 90',
    '# glasshouse-settlements 2 7 90 95',
    '# glasshouse-settlements 4 7 90 95',
    '# glasshouse-settlements 1 7',
    `# glasshouse-settlements 1 7 ${digits(16)}`,
    `# glasshouse-settlements 1 ${digits(16)} 7`,
    '# glasshouse-settlements 1 a 7',
    '# glasshouse-settlements 1 7 a',
  ])
    expect(file.readHead(head), head).toBeUndefined();
  for (const tape of [
    'tape BTC 0f',
    `tape GOLD ${name}`,
    `tape btc ${name}`,
    `tape BTC ${name.toUpperCase()}`,
    `tape  ${name}`,
  ])
    expect(file.readTapeLine(tape), tape).toBeUndefined();
  for (const tick of [
    '1001',
    '1001 0',
    '1001 01',
    `1001 ${digits(19)}`,
    '1001 1.5',
    '1001 -1',
    '1001 1 1',
    'a 1',
    '1.5 1',
    ' 1',
    `${2 ** 53} 1`,
  ])
    expect(file.readTickLine(tick), tick).toBeUndefined();
});

test('every field of an order has a fixed width and character set', () => {
  const wide: [number, string][] = [
    [1, 'A1BCDEFGHI'],
    [3, '3600'],
    [4, '10000000000.000001'],
    [5, '10000'],
    [6, '255'],
    [7, digits(15)],
    [8, digits(15)],
    [9, digits(15)],
    [11, '0.00'],
  ];
  for (const [place, value] of wide) expect(file.readOrderLine(withField(place, value)), value).toBeDefined();
  const wrong: [number, string[]][] = [
    [0, [name.slice(1), `${name}0`, name.toUpperCase()]],
    [1, ['', 'btc', 'A1BCDEFGHIJ']],
    [2, ['up', 'LONG', '']],
    [3, ['', '36000', '1.5', '-1', 'a']],
    [4, ['', '1.0', '-1.00', 'a.00', '01.00', '1.0000001', `${digits(18)}.00`, '100']],
    [5, ['', '100000', 'a']],
    [6, ['', '1000', 'a']],
    [7, ['', digits(16), '-', 'a']],
    [8, ['', digits(16), '--', 'a']],
    [9, ['', digits(16), '--', 'a']],
    [10, ['', 'won', 'WIN']],
    [11, ['', '1.0', '-1.00', 'a.00', '01.00', '1.0000001', `${digits(18)}.00`, '100']],
  ];
  for (const [place, values] of wrong)
    for (const value of values)
      expect(file.readOrderLine(withField(place, value)), `${place} ${value}`).toBeUndefined();
});
