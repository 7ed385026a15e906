import { isNamedReceipt, misfitOf } from '@glasshouse/protocol/orders/receipt-form';
import { expect, test } from 'vitest';
import { logged } from './logged-receipt.ts';
import { change, won } from './sample-receipt.ts';
import { drawn } from './seeded-receipt.ts';

const hash = 'ab'.repeat(32);
const digits = (count: number) => '9'.repeat(count);
const wholes = (least: number, most: number) => ({
  fits: [least, most],
  not: [least - 1, most + 1, least + 0.5, String(least), null, undefined],
});
const slots = wholes(0, 2 ** 40);
const hexes = (length: number) => {
  const text = '0f'.repeat(length / 2);
  return { fits: [text], not: [text.slice(1), `${text}0`, ` ${text}`, text.toUpperCase(), `${text}\n`, 7, null] };
};
const times = {
  fits: ['2026-11-15T12:00:00.123Z', '1970-01-01T00:00:00.000Z'],
  not: ['2026-11-15T12:00:00Z', '2026-11-15', 'yesterday', '1969-12-31T23:59:59.999Z', '', 1_794_744_000_123, null],
};
const amounts = {
  fits: ['0.00', '100.00', '0.000001'],
  not: ['100', '100.000', '00.00', '-1.00', '+1.00', '1e2', '0.0000001', '', 100, null],
};
const prices = {
  fits: ['1', `${digits(15)}.${digits(8)}`, '0.5'],
  not: [digits(16), '1.', '.5', `1.${digits(9)}`, ' 1', '1 ', 'a', 1],
};
const steps = (count: number) => Array.from({ length: count }, () => ({ side: 'left', hash }));
const tick = { slot: 1, price: '1', hash };
const posting = { at: times.fits[0], kind: 'contract_stake', amount: '-100.00' };
const { id } = won().order;

// The valid and invalid values of each field, up to the last valid and the first invalid one.
const places: Record<string, { fits: unknown[]; not: unknown[] }> = {
  kind: { fits: [], not: ['receipt', ''] },
  version: { fits: [], not: [0, 3, '1'] },
  'order.id': {
    fits: [id],
    not: [`0${id}`, `${id}0`, id.replace('-7abc', '-4abc'), id.replace('-8def', '-7def'), id.replaceAll('-', ''), 7],
  },
  'order.at': times,
  'order.symbol': { fits: ['BTC', 'ICP'], not: ['btc', 'GOLD', 1] },
  'order.direction': { fits: ['long', 'short'], not: ['up', ''] },
  'order.seconds': wholes(1, 3600),
  'order.stake': amounts,
  'order.returnBp': wholes(1, 10_000),
  'order.rule': wholes(1, 255),
  'order.headSlot': slots,
  'order.dueSlot': slots,
  'order.entry': { fits: [null], not: [undefined, 1, [], '64000.00'] },
  'order.entry.price': prices,
  'order.entry.slot': slots,
  'order.exit': { fits: [null], not: [undefined] },
  'order.outcome': { fits: ['win', 'lose', 'draw', 'void'], not: [null, 'won'] },
  'order.payout': amounts,
  'order.settledAt': times,
  headHash: hexes(64),
  'slip.path': { fits: [steps(0), steps(32)], not: [steps(33), {}, null] },
  'slip.path.0.side': { fits: ['left', 'right'], not: ['', 'up'] },
  'slip.publicKey': hexes(64),
  'slip.signature': hexes(128),
  runs: { fits: [[won().runs[0], won().runs[0]]], not: [[], Array(3).fill(won().runs[0]), { 0: won().runs[0] }] },
  'runs.0.symbol': wholes(1, 65_535),
  'runs.0.before': hexes(64),
  'runs.0.ticks': { fits: [[tick], Array(20_000).fill(tick)], not: [[], Array(20_001).fill(tick)] },
  'runs.0.ticks.2.price': { fits: ['1', digits(18)], not: ['0', '01', digits(19), '1.5', ' 1', '1 ', 1] },
  'runs.0.ticks.2.slot': slots,
  'runs.0.checkpoint.slot': slots,
  'runs.0.checkpoint.size': wholes(1, 65_535),
  'runs.0.checkpoint.signature': hexes(128),
  postings: { fits: [[posting], [posting, posting]], not: [[], [posting, posting, posting]] },
  'postings.0.kind': {
    fits: ['a', '_'.repeat(40)],
    not: ['', 'a'.repeat(41), 'Contract', 'stake1', ' stake', 'stake '],
  },
  'postings.0.amount': { fits: ['-0.01', '0.01'], not: ['--0.01', '0.01-', '-', '', -1] },
  'postings.0.at': times,
};
const keys = (path: string) => path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));

test.each(Object.entries(places))(
  'what %s may hold, and that it is named where it holds something else',
  (path, { fits, not }) => {
    expect(misfitOf(won())).toBeUndefined();
    for (const value of fits) expect(misfitOf(change(won(), keys(path), () => value)), String(value)).toBeUndefined();
    for (const value of not) expect(misfitOf(change(won(), keys(path), () => value)), String(value)).toBe(path);
  },
);

test('nulls, lists and texts in place of objects and unknown fields are reported', () => {
  for (const path of ['order', 'slip', 'runs.0', 'runs.0.checkpoint', 'postings.1'])
    for (const value of [null, undefined, [], 'text', 7])
      expect(misfitOf(change(won(), keys(path), () => value)), path).toBe(path);
  for (const path of ['extra', 'order.extra', 'runs.0.ticks.3.extra', 'slip.toString'])
    expect(misfitOf(change(won(), keys(path), () => 1))).toBe(path);
  for (const value of [null, undefined, [], 'text', 7]) expect(misfitOf(value)).toBe('');
});

test('only a value that claims to be a receipt can be an invalid receipt', () => {
  expect(isNamedReceipt(won())).toBe(true);
  expect(isNamedReceipt({ kind: 'glasshouse-receipt' })).toBe(true);
  for (const value of [{ kind: 'invoice' }, {}, [], null, undefined, 'glasshouse-receipt', 7])
    expect(isNamedReceipt(value)).toBe(false);
});

test('slots of version 2 are bounded too, so that every day is computable', async () => {
  const made = await drawn();
  const whole = await logged(won());
  const { log, order } = whole;
  const lost = {
    ...{ ...whole, order: { ...order, rule: 2, outcome: 'void' as const }, gap: { first: 1, last: 2 } },
    log: { ...log!, gap: { place: 1, path: [] } },
  };
  for (const [receipt, paths] of [
    [made, ['drawn.0.opening.slot', 'drawn.0.commitment.announcedSlot', 'log.outcome.second.slot']],
    [lost, ['gap.first', 'gap.last']],
  ] as const) {
    expect(misfitOf(receipt)).toBeUndefined();
    for (const path of paths) {
      for (const value of slots.fits) expect(misfitOf(change(receipt, keys(path), () => value))).toBeUndefined();
      for (const value of slots.not) expect(misfitOf(change(receipt, keys(path), () => value)), path).toBe(path);
    }
  }
});

test('the form of an order of version 2 is checked before its given-up state', async () => {
  const receipt = await logged(won());
  for (const rule of [{ toString: 1 }, null, '2', [2]]) {
    const order = { ...receipt.order, outcome: 'void', rule };
    expect(misfitOf({ ...receipt, order })).toBe('order.rule');
  }
  for (const order of [null, undefined, 'void', { outcome: 'void', rule: { toString: 1 } }])
    expect(misfitOf({ ...receipt, order })).toMatch(/^order/);
});
