import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { msOf } from '@glasshouse/protocol/market/tape';
import * as file from '@glasshouse/protocol/orders/settlements-file';
import { expect, onTestFinished, test } from 'vitest';
import { verifySettlements } from '../src/settlements.ts';
import { makeReceipt, steady, tapeKey } from './sample-receipt.ts';

const named = (text: string) => createHash('sha256').update(text).digest('hex');
// Only the ticks are used here, so the rest of the receipt does not matter.
const made = (prices: Record<number, number>, sealedAt?: number) =>
  makeReceipt({
    prices,
    ...(sealedAt !== undefined && { sealedAt }),
    outcome: 'win',
    payout: '182.00',
    entry: null,
    exit: null,
    signedHead: named('head'),
  });
const { order } = made(steady(6_400_000, 6_400_001));
const head = order.headSlot;
/** An order of three seconds that won, with its head this many slots later. */
const won = (name: string, later = 0): file.Settlement => ({
  name: named(name),
  symbol: 'BTC',
  direction: 'long',
  rule: 1,
  seconds: 3,
  stake: 100_000_000n,
  returnBp: 8200,
  headSlot: head + later,
  entrySlot: head + later + 1,
  exitSlot: head + later + 7,
  outcome: 'win',
  payout: 182_000_000n,
});

type Day = {
  prices?: Record<number, number>;
  sealedAt?: number | undefined;
  orders?: file.Settlement[];
  first?: number;
  through?: number;
  end?: number;
};
function linesOf({
  prices = steady(6_400_000, 6_400_001),
  orders = [won('a')],
  first = 7,
  through = 7,
  end,
  sealedAt,
}: Day) {
  const [run] = made(prices, sealedAt).runs;
  return [
    file.headLines(head + first, head + through),
    file.tapeLine('BTC', run!.before),
    ...run!.ticks.map(({ slot, price }) => file.tickLine(slot, BigInt(price))),
    file.sealLine({ path: run!.path, checkpoint: run!.checkpoint }),
    file.ordersLine,
    ...orders.map(file.orderLine),
    file.endLine(end ?? orders.length),
  ].flatMap((part) => part.trimEnd().split('\n'));
}

function open() {
  const folder = mkdtempSync(join(tmpdir(), 'settlements-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const name = join(folder, 'day.txt');
  const check = async (lines: string[], key?: string) => {
    writeFileSync(name, `${lines.join('\n')}\n`);
    return verifySettlements([{ name }], key === undefined ? undefined : ['cd'.repeat(32), key]);
  };
  const refused = (lines: string[], key?: string) => check(lines, key).then(String, ({ message }: Error) => message);
  return {
    name,
    check,
    refused,
    at: (number: number, why: string) => `${name} line ${number}: does not match: ${why}`,
  };
}
const timeOf = (slot: number) => new Date(msOf(slot)).toISOString();

test('a file that matches is summarized', async () => {
  const { name, check } = open();
  const lost: file.Settlement = { ...won('b'), direction: 'short', outcome: 'lose', payout: 0n };
  const said = await check(linesOf({ orders: [won('a'), lost], first: 2, through: 9 }), tapeKey.hex);
  expect(said).toEqual([
    [
      `ok ${name}: 2 settlements due from ${timeOf(head + 2)} to ${timeOf(head + 9)} match`,
      '   win 1, lose 1, draw 0, void 0; staked 200.00, paid 182.00 USDT',
      `   11 ticks of BTC, sealed by ${tapeKey.hex}`,
      '   this file does not show that no order was left out: it is of version 1',
    ].join('\n'),
  ]);
  expect(await check(linesOf({ orders: [] }))).toEqual([expect.stringContaining('0 settlements due')]);
  const [, spanLine, ...rest] = linesOf({ orders: [] });
  const unsigned = ['# x', spanLine!, ...rest.slice(rest.indexOf('orders'))];
  expect(await check(unsigned)).toEqual([expect.stringContaining('nothing in this file is signed')]);
  await expect(check(unsigned, tapeKey.hex)).rejects.toThrow('nothing in this file is signed');
  // More ticks than the initial capacity, with the order at their very end.
  const long = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [i - 8990, 6_399_999]));
  const wide = { ...long, ...steady(6_400_000, 6_400_001) };
  expect(await check(linesOf({ prices: wide }))).toEqual([expect.stringContaining('9000 ticks of BTC')]);
});

test('lines must be in order and of a known kind', async () => {
  const { refused, at, name } = open();
  const lines = linesOf({});
  const orders = lines.indexOf('orders');
  const [tape, tick, sealed] = [2, 3, orders - 1];
  const no = (line: string) => `this is not a line of a tape: ${line}`;
  expect(await refused(lines.slice(2))).toBe(at(1, 'this is not a settlements file: its head is missing'));
  expect(await refused(lines.toSpliced(tape, 1))).toBe(at(3, no(lines[tick]!)));
  expect(await refused(lines.toSpliced(tick, 0, lines[tape]!))).toBe(at(4, no(lines[tape]!.slice(0, 80))));
  expect(await refused(lines.toSpliced(tick, 0, 'orders'))).toBe(at(4, no('orders')));
  expect(await refused(lines.toSpliced(tick, 0, 'x'.repeat(200)))).toBe(at(4, no('x'.repeat(80))));
  expect(await refused(lines.toSpliced(tape, 1, lines[sealed]!))).toBe(at(3, no(lines[sealed]!.slice(0, 80))));
  // A coin has one tape.
  expect(await refused(lines.toSpliced(orders, 0, lines[tape]!))).toBe(at(orders + 1, no(lines[tape]!.slice(0, 80))));
  expect(await refused(lines.toSpliced(orders + 1, 0, 'x'.repeat(200)))).toBe(
    at(orders + 2, `this is not a settlement: ${'x'.repeat(80)}`),
  );
  expect(await refused([...lines, 'more'])).toBe(at(lines.length + 1, 'there is something after the end'));
  expect(await refused([...lines, '# a remark'])).toContain('1 settlements due');
  expect(await refused(lines.slice(0, -1))).toBe(`${name}: does not match: the file ends early`);
  for (const end of ['end x', 'end', ' end 1', 'end 1 '])
    expect(await refused(lines.with(-1, end))).toBe(at(lines.length, `this is not a settlement: ${end}`));
  expect(await refused(linesOf({ end: 12 }))).toBe(at(lines.length, 'it says 12 settlements, there are 1'));
  expect(await refused(lines.toSpliced(0, 1, 'x'.repeat(100_001)))).toContain('this is not a settlements file');
});

test('ticks must be chained up to a signature', async () => {
  const { refused, at } = open();
  const lines = linesOf({});
  const sealed = lines.indexOf('orders') - 1;
  const tick = (slot: number) => `BTC slot ${slot} (${timeOf(slot)})`;
  const root = 'it is not the head that the signed checkpoint stands for';
  expect(await refused(lines.toSpliced(4, 0, lines[3]!))).toBe(
    at(5, `${tick(head - 1)}: it is not after the tick before it`),
  );
  expect(await refused(lines.toSpliced(3, sealed - 3))).toBe(at(4, `${tick(head + 9)}: ${root}`));
  expect(await refused(lines.toSpliced(sealed - 1, 1))).toBe(at(sealed, `${tick(head + 8)}: ${root}`));
  expect(await refused(lines, 'ab'.repeat(32))).toBe(
    at(sealed + 1, `${tick(head + 9)}: the checkpoint is signed by another key than the trusted one`),
  );
  expect(await refused(lines.with(2, `tape ETH ${lines[2]!.slice(9)}`))).toContain('does not match: ETH slot');
});

test('orders must be due in the span, in order, and unique', async () => {
  const { check, refused, at } = open();
  const flat = Object.fromEntries(Array.from({ length: 22 }, (_, i) => [i - 1, 6_400_000 + i]));
  const prices = { ...flat, 9: 6_400_010 };
  const first = linesOf({ prices }).indexOf('orders') + 2;
  const two = [won('a'), won('b', 1)];
  expect(await check(linesOf({ prices, orders: two, through: 8 }))).toEqual([expect.stringContaining('2 settlements')]);
  const outOfTurn = (slot: number) => `an order due at slot ${slot} is out of turn`;
  expect(await refused(linesOf({ prices, orders: two.toReversed(), through: 8 }))).toBe(
    at(first + 1, outOfTurn(head + 7)),
  );
  expect(await refused(linesOf({ prices, orders: two, through: 7 }))).toBe(at(first + 1, outOfTurn(head + 8)));
  expect(await refused(linesOf({ prices, orders: two, first: 8, through: 8 }))).toBe(at(first, outOfTurn(head + 7)));
  expect(await refused(linesOf({ prices, orders: [won('a'), won('b'), won('a')] }))).toBe(
    at(first + 2, 'this order is here twice'),
  );
});

test('outcomes are recomputed from the ticks of the coin', async () => {
  const { refused, at } = open();
  const place = linesOf({}).indexOf('orders') + 2;
  const told = (changed: Partial<file.Settlement>, through = 7) =>
    refused(linesOf({ orders: [{ ...won('a'), ...changed }], through }));
  const right = `recomputed win, 182.00 USDT, entry ${head + 1}, exit ${head + 7}`;
  expect(await told({ rule: 3 })).toBe(at(place, 'rule 3 is unknown here'));
  expect(await told({ symbol: 'ETH' })).toBe(at(place, 'there are no ticks of ETH'));
  expect(await told({ headSlot: head + 40 }, 99)).toBe(at(place, `the head, slot ${head + 40}, is not on the tape`));
  expect(await told({ headSlot: head + 5 }, 99)).toBe(at(place, 'the tape in this file does not tell'));
  expect(await told({ outcome: 'draw', payout: 100_000_000n, exitSlot: undefined })).toBe(
    at(place, `it says draw, 100.00 USDT, entry ${head + 1}, exit -; ${right}`),
  );
  expect(await told({ entrySlot: undefined })).toBe(
    at(place, `it says win, 182.00 USDT, entry -, exit ${head + 7}; ${right}`),
  );
  expect(await told({ exitSlot: head + 8 })).toContain(right);
  expect(await told({ payout: 182_000_001n })).toContain(right);
  // A head in a gap of the tape was never the newest tick.
  const gap = Object.fromEntries(Object.entries(steady(6_400_000, 6_400_001)).filter(([slot]) => slot !== '0'));
  expect(await refused(linesOf({ prices: gap }))).toContain(`the head, slot ${head}, is not on the tape`);
});

test('a line without an end is refused before it fills the memory', async () => {
  const { refused, name } = open();
  expect(await refused([...linesOf({}), 'x'.repeat(2 ** 21)])).toBe(`${name}: a line is too long`);
});

test('a gap counts only as far as it is signed', async () => {
  const { check, refused } = open();
  const voided = { outcome: 'void' as const, payout: 100_000_000n, exitSlot: undefined };
  const never = [{ ...won('a'), ...voided, entrySlot: undefined }];
  const noEntry = { '-1': 6_400_000, 0: 6_400_000 };
  expect((await check(linesOf({ prices: noEntry, sealedAt: 10, orders: never })))[0]).toContain('void 1');
  expect(await refused(linesOf({ prices: noEntry, sealedAt: 9, orders: never }))).toContain('does not tell');
  const noExit = { ...noEntry, 1: 6_400_000 };
  const late = [{ ...won('a'), ...voided }];
  expect((await check(linesOf({ prices: noExit, sealedAt: 17, orders: late })))[0]).toContain('void 1');
  expect(await refused(linesOf({ prices: noExit, sealedAt: 16, orders: late }))).toContain('does not tell');
});

test('under a rule that waits, no result is taken from after a missing slot', async () => {
  const { check, refused } = open();
  for (const missing of [2, 4, 6]) {
    const { [missing]: _, ...prices } = steady(6_400_000, 6_400_001);
    expect((await check(linesOf({ prices })))[0]).toContain('win 1');
    expect(await refused(linesOf({ prices, orders: [{ ...won('a'), rule: 2 }] }))).toContain('does not tell');
  }
  expect((await check(linesOf({ orders: [{ ...won('a'), rule: 2 }] })))[0]).toContain('win 1');
});

test('the first ticks of a long tape are still available after the last', async () => {
  const { check } = open();
  const after = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [i + 10, 6_399_999]));
  const prices = { ...steady(6_400_000, 6_400_001), ...after };
  expect((await check(linesOf({ prices, sealedAt: 9009 })))[0]).toContain('9011 ticks of BTC');
});

test('the last line is read without a line break too', async () => {
  const { name } = open();
  writeFileSync(name, linesOf({}).join('\n'));
  expect((await verifySettlements([{ name }], undefined))[0]).toContain('1 settlements');
});
