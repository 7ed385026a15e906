import { toHex } from '@glasshouse/protocol/bytes';
import type { Receipt } from '@glasshouse/protocol/contracts/calls';
import { slipBytes, slipTerms } from '@glasshouse/protocol/contracts/slip';
import { tickBytes } from '@glasshouse/protocol/market/tape';
import type { Check } from '@glasshouse/protocol/orders/product';
import { checkEvidence, checkReceipt, matches, restingOn } from '@glasshouse/protocol/orders/receipt';
import { slipName } from '@glasshouse/protocol/orders/slip';
import { expect, test } from 'vitest';
import { change, entryAt, makeReceipt, sha, slipKey, steady, tapeKey, won } from './sample-receipt.ts';

// A failed check of a receipt tells where: the claimed value and the recomputed value.

const keys = { tapeKeys: [tapeKey.hex], slipKeys: [slipKey.hex] };
const wrongIn = async (receipt: unknown, options: Parameters<typeof checkReceipt>[1] = keys) =>
  (await checkReceipt(receipt, options)).checks.filter(({ ok }) => !ok);
const head = won().order.headSlot;
const failed = (name: Check['name'], differs?: Check['differs']) => ({ name, ok: false, ...(differs && { differs }) });
const at = (path: string) => path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
const instead = (path: string, value: unknown, receipt: Receipt = won()) => change(receipt, at(path), () => value);

test('checks run in chronological order: terms, tape, entry, time, exit, result, books', async () => {
  const names = (checked: { checks: Check[] }) => checked.checks.map(({ name }) => name);
  const evidence = ['tape', 'entry', 'exit', 'result', 'payout', 'books'];
  expect(names(await checkReceipt(won()))).toEqual(['slip', 'fresh', ...evidence]);
  expect(names(await checkReceipt(won(), keys))).toEqual(['slip', 'fresh', ...evidence, 'keys']);
  expect(names(await checkReceipt(won(), { ...keys, kept: won() }))).toEqual([
    'slip',
    'fresh',
    ...evidence,
    'kept',
    'keys',
  ]);
  // Operators see no slip. All other checks are the same.
  expect(await checkEvidence(won())).toEqual({ checks: evidence.map((name) => ({ name, ok: true })), seals: 11 });
});

test('a value that is not a receipt is not checked any further', async () => {
  const form = (given: string) => ({ checks: [failed('form', { field: 'form', given, wanted: '' })], seals: 0 });
  expect(await checkReceipt({})).toEqual(form('kind'));
  expect(await checkReceipt(null)).toEqual(form(''));
  expect(await checkReceipt(instead('runs.0.ticks.2.price', '1.5'))).toEqual(form('runs.0.ticks.2.price'));
  const unknown = await checkReceipt(makeReceipt({ ...made, rule: 9 }), keys);
  expect(unknown).toEqual({ checks: [failed('rule', { field: 'rule', given: '9', wanted: '1, 2' })], seals: 0 });
});

const made = {
  prices: steady(6_400_000, 6_400_001),
  outcome: 'win' as const,
  payout: '182.00',
  entry: entryAt('64000.00'),
  exit: entryAt('64000.01', 7),
};

test('unsigned terms are reported', async () => {
  expect(await wrongIn(instead('order.id', won().order.id.replace(/.$/, 'c')))).toEqual([failed('slip')]);
});

test('the first wrong tick is reported with its hash and the expected hash', async () => {
  const { runs } = won();
  for (const [place, before] of [
    [0, runs[0]!.before],
    [4, runs[0]!.ticks[3]!.hash],
  ] as const) {
    const tick = runs[0]!.ticks[place]!;
    const [tape] = await wrongIn(instead(`runs.0.ticks.${place}.price`, '6500000'));
    const bytes = tickBytes(Buffer.from(before, 'hex'), { symbol: 1, slot: tick.slot, price: 6_500_000n });
    expect(tape).toEqual(
      failed('tape', { field: 'tick', slot: tick.slot, given: tick.hash, wanted: toHex(sha(bytes)) }),
    );
  }
  const twice = won();
  twice.runs[0]!.ticks.splice(3, 0, twice.runs[0]!.ticks[2]!);
  const nowhere = { given: '', wanted: '' };
  expect(await wrongIn(twice)).toEqual([failed('tape', { field: 'order', slot: head + 1, ...nowhere })]);
  const unsigned = instead('runs.0.checkpoint.size', 4);
  expect(await wrongIn(unsigned)).toEqual([failed('tape', { field: 'signature', slot: head + 9, ...nowhere })]);
  const elsewhere = instead('runs.0.path', []);
  expect(await wrongIn(elsewhere)).toEqual([failed('tape', { field: 'root', slot: head + 9, ...nowhere })]);
  const ofAnother = makeReceipt({ ...made, coin: { symbol: 'ETH', id: 2 } });
  expect(await wrongIn(ofAnother)).toEqual([failed('tape', { field: 'symbol', given: '1', wanted: '2' })]);
});

test('only ticks that hold are counted, those of both runs, and the progress callback is awaited', async () => {
  const seen: string[] = [];
  const onSeal = async (done: number, all: number) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    seen.push(`${done}/${all}`);
  };
  const receipt = makeReceipt({ ...made, second: 5 });
  expect((await checkReceipt(receipt, { onSeal })).seals).toBe(11);
  expect(seen).toEqual(Array.from({ length: 11 }, (_, i) => `${i + 1}/11`));
  expect((await checkReceipt(instead('runs.1.ticks.2.price', '1', receipt))).seals).toBe(8);
  expect((await checkReceipt(instead('runs.1.symbol', 2, receipt))).seals).toBe(6);
});

test('a head that is not on the tape is reported', async () => {
  const [tick] = won().runs[0]!.ticks.filter(({ slot }) => slot === head);
  const signedHead = 'ab'.repeat(32);
  const [first, ...rest] = await wrongIn(makeReceipt({ ...made, signedHead }));
  expect(first).toEqual(failed('entry', { field: 'head', slot: head, given: signedHead, wanted: tick!.hash }));
  // Nothing follows without a head, so no claimed value can be correct.
  expect(rest).toEqual([
    failed('exit', { field: 'exit', given: `64000.01 @${head + 7}`, wanted: '' }),
    failed('result', { field: 'outcome', given: 'win', wanted: '' }),
    failed('payout', { field: 'payout', given: '182.00', wanted: '' }),
    failed('books', expect.objectContaining({ field: 'posting', wanted: '' })),
  ]);
  const later = (await wrongIn(instead('order.headSlot', head + 50))).find(({ name }) => name === 'entry');
  expect(later!.differs).toEqual({ field: 'head', slot: head + 50, given: won().headHash, wanted: '' });
});

test('wrong entry and exit ticks are reported with the claimed and the recomputed ticks', async () => {
  const tick = (price: string, offset: number) => `${price} @${head + offset}`;
  expect(await wrongIn(instead('order.entry.price', '64000.04'))).toEqual([
    failed('entry', { field: 'entry', given: tick('64000.04', 1), wanted: tick('64000.00', 1) }),
  ]);
  expect(await wrongIn(instead('order.exit.slot', head + 8))).toEqual([
    failed('exit', { field: 'exit', given: tick('64000.01', 8), wanted: tick('64000.01', 7) }),
  ]);
  expect(await wrongIn(instead('order.exit', null))).toEqual([
    failed('exit', { field: 'exit', given: '–', wanted: tick('64000.01', 7) }),
  ]);
  expect(await wrongIn(instead('order.dueSlot', head + 8))).toEqual([
    failed('exit', { field: 'due', given: String(head + 8), wanted: String(head + 7) }),
  ]);
});

test('result, payout and books are reported separately', async () => {
  expect(await wrongIn(instead('order.outcome', 'draw'))).toEqual([
    failed('result', { field: 'outcome', given: 'draw', wanted: 'win' }),
  ]);
  expect(await wrongIn(instead('order.payout', '181.99'))).toEqual([
    failed('payout', { field: 'payout', given: '181.99', wanted: '182.00' }),
  ]);
  const { order, postings } = won();
  const stake = `${order.at} contract_stake -100.00`;
  const paid = `${order.settledAt} contract_payout 182.00`;
  expect(await wrongIn({ ...won(), postings: postings.slice(0, 1) })).toEqual([
    failed('books', { field: 'posting', given: stake, wanted: `${stake}\n${paid}` }),
  ]);
  const lost = makeReceipt({ ...made, direction: 'short', outcome: 'lose', payout: '0.00' });
  expect(await wrongIn(lost)).toEqual([]);
  expect(await wrongIn({ ...lost, postings })).toEqual([
    failed('books', { field: 'posting', given: `${stake}\n${paid}`, wanted: stake }),
  ]);
});

test('an order without a claimed result and payout has still ended if the tape decides it', async () => {
  const { checks } = await checkEvidence({ ...won(), order: { ...won().order, outcome: null, payout: null } });
  expect(checks.filter(({ ok }) => !ok)).toEqual([
    failed('result', { field: 'outcome', given: '', wanted: 'win' }),
    failed('payout', { field: 'payout', given: '', wanted: '182.00' }),
  ]);
});

test('ticks in two overlapping runs count once, and nothing can be hidden between two runs', async () => {
  for (const [firstSealedAt, second] of [
    [5, 3],
    [2, 0],
    [9, -1],
    [1, 6],
  ] as const)
    expect(await wrongIn(makeReceipt({ ...made, firstSealedAt, second })), `${firstSealedAt} ${second}`).toEqual([]);
  const [exit] = await wrongIn(makeReceipt({ ...made, firstSealedAt: 5, second: 7 }));
  expect(exit).toEqual(failed('entry', { field: 'entry', given: `64000.00 @${head + 1}`, wanted: '' }));
});

test('an unknown key is reported together with the published one', async () => {
  const other = 'ab'.repeat(32);
  const tape = { field: 'key' as const, given: tapeKey.hex };
  const slip = { field: 'slipKey' as const, given: slipKey.hex };
  expect(await wrongIn(won(), { tapeKeys: [other] })).toEqual([failed('keys', { ...tape, wanted: other })]);
  expect(await wrongIn(won(), { slipKeys: [other] })).toEqual([failed('keys', { ...slip, wanted: other })]);
  // If no key is published, no key can be correct.
  expect(await wrongIn(won(), { tapeKeys: [] })).toEqual([failed('keys', { ...tape, wanted: '' })]);
  expect(await wrongIn(won(), { slipKeys: [] })).toEqual([failed('keys', { ...slip, wanted: '' })]);
  for (const known of [{ tapeKeys: [other, tapeKey.hex] }, { slipKeys: [other, slipKey.hex] }])
    expect(matches(await checkReceipt(won(), known))).toBe(true);
  // One published key proves nothing about the other.
  expect((await checkReceipt(won(), { tapeKeys: [tapeKey.hex] })).checks.at(-1)).toEqual({ name: 'keys', ok: true });
});

test('the slip kept by the user must be signed by a published key, for the same terms', async () => {
  const kept = (changed: Partial<Receipt['order']> = {}, slip = won().slip) => ({
    ...won(),
    order: { ...won().order, ...changed },
    slip,
  });
  expect(matches(await checkReceipt(won(), { kept: kept() }))).toBe(true);
  const other = kept({ returnBp: 9200 });
  expect(await wrongIn(won(), { ...keys, kept: other })).toEqual([
    failed('kept', {
      field: 'slip',
      given: await slipName(slipBytes(slipTerms(won())!)),
      wanted: await slipName(slipBytes(slipTerms(other)!)),
    }),
  ]);
  const forged = { ...won().slip, signature: '00'.repeat(64) };
  expect(await wrongIn(won(), { ...keys, kept: kept({}, forged) })).toEqual([failed('kept')]);
  const stranger = { ...won().slip, publicKey: 'ab'.repeat(32) };
  expect(await wrongIn(won(), { ...keys, kept: kept({}, stranger) })).toEqual([
    failed('kept', { field: 'slipKey', given: 'ab'.repeat(32), wanted: slipKey.hex }),
  ]);
  expect((await wrongIn(won(), { slipKeys: [], kept: kept() }))[0]).toEqual(
    failed('kept', { field: 'slipKey', given: slipKey.hex, wanted: '' }),
  );
});

test('checks that rest on a failed check are told apart from those that hold on their own', async () => {
  const resting = async (receipt: Receipt, options = {}) => {
    const { checks } = await checkReceipt(receipt, options);
    return Object.fromEntries(
      checks.flatMap(({ name, ok }) => (ok && restingOn(checks, name) ? [[name, restingOn(checks, name)]] : [])),
    );
  };
  expect(await resting(won())).toEqual({});
  // A price between entry and exit was changed by hand, so result and payout follow from ticks that nobody signed.
  const changed = change(won(), ['runs', 0, 'ticks', 5, 'price'], () => '6400900');
  expect(await resting(changed)).toEqual({
    entry: 'tape',
    exit: 'tape',
    result: 'tape',
    payout: 'tape',
    books: 'tape',
  });
  // A wrong result fails its own check, and the payment rests on it.
  expect(await resting(change(won(), ['order', 'outcome'], () => 'draw'))).toEqual({
    payout: 'result',
    books: 'result',
  });
  // Signed by an unknown key. Everything rests on that signature.
  const stranger = await resting(won(), { tapeKeys: ['ab'.repeat(32)], slipKeys: [] });
  expect(new Set(Object.values(stranger))).toEqual(new Set(['keys']));
  expect(Object.keys(stranger)).toEqual(['slip', 'fresh', 'tape', 'entry', 'exit', 'result', 'payout', 'books']);
});
