import { readdirSync, readFileSync } from 'node:fs';
import type { Receipt } from '@glasshouse/protocol/contracts/calls';
import { checkReceipt, matches } from '@glasshouse/protocol/orders/receipt';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  change,
  entryAt,
  flip,
  makeReceipt,
  places,
  type ReceiptOptions,
  slipKey,
  steady,
  tapeKey,
  won,
} from './sample-receipt.ts';

const keys = { tapeKeys: [tapeKey.hex], slipKeys: [slipKey.hex] };
const wrong = async (receipt: unknown) =>
  (await checkReceipt(receipt, keys)).checks.filter(({ ok }) => !ok).map(({ name }) => name);
const copy = () => structuredClone(won());

const entry = entryAt('64000.00');
const lower = { prices: steady(6_400_000, 6_399_999), entry, exit: entryAt('63999.99', 7) };
const higher = { prices: steady(6_400_000, 6_400_001), entry, exit: entryAt('64000.01', 7) };
/** The last tick before a gap, and the first one after it. */
const silent = (from: number, to: number) =>
  Object.fromEntries(Object.entries(steady(6_400_000, 6_400_001)).filter(([i]) => Number(i) < from || Number(i) > to));
const late = { ...silent(7, 17), 18: 6_400_500 };
const cases: Record<string, ReceiptOptions> = {
  'a long that won': { ...higher, outcome: 'win', payout: '182.00' },
  'a long that lost': { ...lower, outcome: 'lose', payout: '0.00' },
  'a short that won': { ...lower, direction: 'short', outcome: 'win', payout: '182.00' },
  'a short that lost': { ...higher, direction: 'short', outcome: 'lose', payout: '0.00' },
  'a draw': {
    prices: steady(6_400_000, 6_400_000),
    entry,
    exit: entryAt('64000.00', 7),
    outcome: 'draw',
    payout: '100.00',
  },
  'a late entry and a late exit within the limit': {
    prices: { ...silent(1, 9), '-1': 1, 0: 2, 10: 5, 17: 6 },
    sealedAt: 18,
    entry: entryAt('0.05', 10),
    exit: entryAt('0.05', 10),
    outcome: 'draw',
    payout: '100.00',
  },
  'no entry: the next tick came too late': {
    prices: { '-1': 1, 0: 2, 11: 3 },
    sealedAt: 12,
    entry: null,
    exit: null,
    outcome: 'void',
    payout: '100.00',
  },
  'no entry: a gap under a signed checkpoint': {
    prices: { '-1': 1, 0: 2 },
    sealedAt: 10,
    entry: null,
    exit: null,
    outcome: 'void',
    payout: '100.00',
  },
  'no exit in time': { prices: late, sealedAt: 18, entry, exit: null, outcome: 'void', payout: '100.00' },
  'no exit: a gap under a signed checkpoint': {
    prices: silent(7, 17),
    sealedAt: 17,
    entry,
    exit: null,
    outcome: 'void',
    payout: '100.00',
  },
  'no ticks before the head': {
    ...higher,
    prices: Object.fromEntries(Object.entries(higher.prices).filter(([i]) => i !== '-1')),
    outcome: 'win',
    payout: '182.00',
  },
  'ticks in two runs': { ...higher, second: 5, outcome: 'win', payout: '182.00' },
};

describe('a valid receipt matches', () => {
  test.each(Object.entries(cases))('%s', async (_, made) => {
    const checked = await checkReceipt(makeReceipt(made), keys);
    expect(checked.checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checked.checks).toHaveLength(9);
    expect(checked.seals).toBe(makeReceipt(made).runs.flatMap((run) => run.ticks).length);
  });
});

// Recorded from a running site before there was a second rule. They must stay valid byte by byte, whatever is added.
const recorded = new URL('./recorded/', import.meta.url);
test('receipts from before the second version of the rule still match', async () => {
  const names = readdirSync(recorded).filter((name) => name.endsWith('.json'));
  expect(names).toHaveLength(5);
  for (const name of names) {
    const receipt = JSON.parse(readFileSync(new URL(name, recorded), 'utf8')) as Receipt;
    expect(receipt.order.rule).toBe(1);
    const { checks } = await checkReceipt(receipt);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks).toHaveLength(8);
  }
});

describe('a receipt under rule 2', () => {
  const grid = { rule: 2, outcome: 'win' as const, payout: '182.00' };
  test('matches with the ticks in its two slots, in one run or two', async () => {
    expect(await wrong(makeReceipt({ ...higher, ...grid }))).toEqual([]);
    expect(await wrong(makeReceipt({ ...higher, ...grid, second: 5 }))).toEqual([]);
    expect(await wrong(makeReceipt({ ...lower, ...grid, outcome: 'lose', payout: '0.00' }))).toEqual([]);
  });
  test('cannot use a tick next to its slot or be void where rule 1 would', async () => {
    for (const name of Object.keys(cases).filter((each) => /late|no entry|no exit/.test(each))) {
      expect(await wrong(makeReceipt(cases[name]!)), name).toEqual([]);
      expect(await wrong(makeReceipt({ ...cases[name]!, rule: 2 })), name).toContain('result');
    }
  });
  test('is not decided by an exit after a missing slot, in one run or between two', async () => {
    for (const more of [{}, { second: 5 }])
      for (const missing of [2, 4, 6]) {
        const gapped = { ...higher, ...grid, ...more, prices: silent(missing, missing) };
        expect(await wrong(makeReceipt({ ...gapped, rule: 1 })), `${missing}`).toEqual([]);
        expect(await wrong(makeReceipt(gapped)), `${missing}`).toContain('result');
      }
  });
  test('does not become one under rule 1, or vice versa', async () => {
    const receipt = makeReceipt({ ...higher, ...grid });
    expect(await wrong({ ...receipt, order: { ...receipt.order, rule: 1 } })).toEqual(['slip']);
    expect(await wrong({ ...won(), order: { ...won().order, rule: 2 } })).toEqual(['slip']);
  });
  test('with an unknown version is refused for that reason', async () => {
    const { checks } = await checkReceipt(makeReceipt({ ...higher, ...grid, rule: 3 }), keys);
    expect(checks).toEqual([{ name: 'rule', ok: false, differs: { field: 'rule', given: '3', wanted: '1, 2' } }]);
  });
});

test('a receipt cannot claim another outcome than its ticks give, even if everything else fits the claim', async () => {
  for (const [name, made] of Object.entries(cases)) {
    for (const outcome of ['win', 'lose', 'draw', 'void'] as const) {
      if (outcome === made.outcome) continue;
      const payout = { win: '182.00', lose: '0.00', draw: '100.00', void: '100.00' }[outcome];
      expect(await wrong(makeReceipt({ ...made, outcome, payout })), `${name} as ${outcome}`).toContain('result');
    }
  }
});

test('a gap that is not proved to its end decides nothing', async () => {
  const early = { entry: null, exit: null, outcome: 'void' as const, payout: '100.00' };
  expect(await wrong(makeReceipt({ ...early, prices: { '-1': 1, 0: 2 }, sealedAt: 9 }))).toContain('entry');
  expect(await wrong(makeReceipt({ ...early, entry, prices: silent(7, 17), sealedAt: 16 }))).toContain('exit');
  // A second run that begins at the exit could hide an earlier one.
  expect(await wrong(makeReceipt({ ...higher, second: 7, outcome: 'win', payout: '182.00' }))).toContain('exit');
});

test('wrong content is detected even if the site signed it', async () => {
  const honest = { ...higher, outcome: 'win' as const, payout: '182.00' };
  // The terms of one coin with the ticks of another.
  expect(await wrong(makeReceipt({ ...honest, coin: { symbol: 'ETH', id: 2 } }))).toEqual(['tape']);
  // A head that is not on the tape.
  expect(await wrong(makeReceipt({ ...honest, signedHead: 'ab'.repeat(32) }))).toContain('entry');
  // Two sealed runs that hide the entry tick between them.
  const hidden = {
    entry: entryAt('64000.04', 3),
    outcome: 'lose' as const,
    payout: '0.00',
    firstSealedAt: 0,
    second: 3,
  };
  expect(await wrong(makeReceipt({ ...higher, ...hidden }))).toContain('entry');
});

test('unpublished keys are reported, and without known keys only the receipt vouches for its keys', async () => {
  const stranger = 'ab'.repeat(32);
  expect(await wrong(won())).toEqual([]);
  const { checks } = await checkReceipt(won());
  expect(checks.map(({ name }) => name)).not.toContain('keys');
  for (const other of [
    { ...keys, tapeKeys: [stranger] },
    { ...keys, slipKeys: [stranger] },
  ]) {
    const checked = await checkReceipt(won(), other);
    expect(matches(checked)).toBe(false);
    expect(checked.checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['keys']);
  }
});

// No posting shows when a lost order was booked, so nothing vouches for that time. It decides nothing either.
const unproven = (receipt: Receipt, path: string) => path === 'order.settledAt' && receipt.order.outcome === 'lose';

test.each(Object.entries(cases))('a single changed character anywhere is detected: %s', async (_, made) => {
  const receipt = makeReceipt(made);
  const all = places(receipt).filter((path) => !unproven(receipt, path.join('.')));
  for (const path of all) {
    const changed = change(receipt, path, (value) => flip(value, 7));
    expect(await wrong(changed), path.join('.')).not.toEqual([]);
  }
  await fc.assert(
    fc.asyncProperty(fc.nat(all.length - 1), fc.nat(1000), async (place, seed) => {
      const changed = change(receipt, all[place]!, (value) => flip(value, seed));
      if (JSON.stringify(changed) === JSON.stringify(receipt)) return;
      expect(await wrong(changed), all[place]!.join('.')).not.toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('values in non-canonical form are refused: another spelling, too many digits, a missing or additional field', async () => {
  const spelt: [string[], unknown][] = [
    [['order', 'stake'], '100.000'],
    [['order', 'stake'], '0100.00'],
    [['order', 'payout'], '+182.00'],
    [['order', 'returnBp'], 8200 + 2 ** 32],
    [['order', 'seconds'], 3 + 2 ** 32],
    [['order', 'rule'], 257],
    [['order', 'headSlot'], '3589920000'],
    [['order', 'id'], won().order.id.replaceAll('-', '')],
    [['order', 'id'], won().order.id.toUpperCase()],
    [['order', 'direction'], 'LONG'],
    [['order', 'entry', 'price'], '64000.000'],
    [['headHash'], won().headHash.toUpperCase()],
    [['slip', 'signature'], `${won().slip.signature}00`],
    [['note'], ''],
    [['note'], 'Real money.'],
    [['version'], 2],
    [['extra'], 1],
    [['order', 'extra'], 1],
    [['runs'], []],
    [['postings'], []],
  ];
  for (const [path, value] of spelt)
    expect(await wrong(change(won(), path, () => value)), path.join('.')).not.toEqual([]);
  const receipt = copy();
  receipt.runs[0]!.ticks[2]!.price = `0x${BigInt(receipt.runs[0]!.ticks[2]!.price).toString(16)}`;
  expect(await wrong(receipt)).toEqual(['form']);
  for (const nothing of [null, undefined, 7, 'receipt', [], {}, { data: won() }])
    expect(await wrong(nothing)).toEqual(['form']);
  for (const [name] of Object.entries(won())) {
    const { [name as keyof Receipt]: _, ...rest } = won();
    expect(await wrong(rest), name).toEqual(['form']);
  }
});

test('the wrong tick is reported with its hash and the expected hash', async () => {
  const receipt = copy();
  const tick = receipt.runs[0]!.ticks[4]!;
  tick.price = '6400009';
  const { checks } = await checkReceipt(receipt);
  const tape = checks.find(({ name }) => name === 'tape')!;
  expect(tape.differs).toMatchObject({ field: 'tick', slot: tick.slot, given: tick.hash });
  expect(tape.differs!.wanted).toMatch(/^[0-9a-f]{64}$/);
  expect(tape.differs!.wanted).not.toBe(tick.hash);
});

test('the slip given at the tap must have the same terms', async () => {
  const { order, headHash, slip } = won();
  const kept = { order: { ...order, outcome: null, payout: null, exit: null, settledAt: null }, headHash, slip };
  expect(matches(await checkReceipt(won(), { ...keys, kept }))).toBe(true);
  const other = { ...kept, order: { ...kept.order, returnBp: 9200 } };
  // The signature is random, so its first byte is changed to a different one.
  const firstByte = slip.signature.startsWith('00') ? '01' : '00';
  for (const wrongly of [other, { ...kept, slip: { ...slip, signature: firstByte + slip.signature.slice(2) } }]) {
    const { checks } = await checkReceipt(won(), { ...keys, kept: wrongly });
    expect(checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['kept']);
  }
});

test('the progress callback runs after each tick', async () => {
  const seen: number[] = [];
  await checkReceipt(won(), { onSeal: (done, all) => void seen.push(done / all) });
  expect(seen).toHaveLength(11);
  expect(seen.at(-1)).toBe(1);
});
