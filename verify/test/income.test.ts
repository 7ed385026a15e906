import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IncomeFile } from '@glasshouse/protocol/wealth/calls';
import { checkIncome } from '@glasshouse/protocol/wealth/check-income';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answer } from '../src/command.ts';
import { cases, later, seal } from './sample-income.ts';
import { slipKey } from './sample-receipt.ts';

const wrong = async (file: unknown, keys: string[] | undefined = [slipKey.hex]) =>
  (await checkIncome(file, keys)).filter(({ ok }) => !ok).map(({ name }) => name);
const running = cases['a running trust product']!;
const over = cases['an ended trust product']!;
const paid = cases['a pledge that was paid']!;

test.each(Object.entries(cases))('a valid file matches: %s', async (_, file) => {
  expect(await wrong(file)).toEqual([]);
  expect(await checkIncome(file)).toHaveLength(7);
  // The order of fields does not matter.
  expect(await wrong(Object.fromEntries(Object.entries(file).toReversed()))).toEqual([]);
});

type Path = (string | number)[];
const places = (node: unknown, path: Path = []): Path[] =>
  typeof node !== 'object' || node === null
    ? [path]
    : Object.entries(node).flatMap(([key, value]) => places(value, [...path, Array.isArray(node) ? Number(key) : key]));
function change<T>(file: T, path: Path, make: (value: unknown) => unknown): T {
  const changed = structuredClone(file);
  let node = changed as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) node = node[key] as typeof node;
  node[path.at(-1)!] = make(node[path.at(-1)!]);
  return changed;
}
/** The value with one character changed. */
function flip(value: unknown, seed: number): unknown {
  if (value === null) return '2026-03-20T00:00:00.000Z';
  const text = String(value);
  const at = seed % text.length;
  const letters = /[0-9]/.test(text[at]!) ? '0123456789' : 'abcdef';
  const other = letters[(letters.indexOf(text[at]!) + 1 + (seed % (letters.length - 1))) % letters.length]!;
  const changed = text.slice(0, at) + other + text.slice(at + 1);
  return typeof value === 'number' ? Number(changed) : changed;
}

test.each(Object.entries(cases))('a single changed character anywhere is detected: %s', async (_, file) => {
  const all = places(file);
  await fc.assert(
    fc.asyncProperty(fc.nat(all.length - 1), fc.nat(1000), async (place, seed) => {
      const changed = change(file, all[place]!, (value) => flip(value, seed));
      if (JSON.stringify(changed) === JSON.stringify(file)) return;
      expect(await wrong(changed), all[place]!.join('.')).not.toEqual([]);
    }),
    { numRuns: 150 },
  );
});

const spelt = (file: IncomeFile, path: Path, value: unknown) => seal(change(file, path, () => value));
test('wrong content is detected even if the site signed it', async () => {
  const lies: [IncomeFile, string[]][] = [
    [spelt(running, ['holding', 'terms', 'rateBp'], 751), ['income', 'earned']],
    [spelt(running, ['holding', 'units'], 1001), ['amount', 'income', 'earned']],
    [spelt(running, ['holding', 'amount'], '1001.00'), ['amount']],
    [spelt(running, ['holding', 'boughtAt'], '2026-03-17T14:00:00.000Z'), ['dates', 'income']],
    [spelt(running, ['holding', 'endsAt'], '2026-04-19T00:00:00.000Z'), ['dates']],
    [spelt(running, ['holding', 'earned'], '9.00'), ['earned']],
    [spelt(running, ['holding', 'state'], 'ended'), ['state']],
    [spelt(running, ['income', 3, 'amount'], '0.20548'), ['income']],
    [spelt(running, ['income', 3, 'at'], '2026-03-24T00:00:00.000Z'), ['income']],
    // A missing payment, a double payment, and an early one.
    [seal({ ...running, income: running.income.slice(0, -1) }), ['income', 'earned']],
    [seal({ ...running, income: [running.income[0]!, ...running.income] }), ['income', 'earned']],
    [seal({ ...running, time: later(3) }), ['income']],
    [seal({ ...over, time: later(3) }), ['state']],
    [seal({ ...over, returned: null }), ['returned']],
    [spelt(over, ['returned', 'amount'], '999.00'), ['returned']],
    [spelt(over, ['returned', 'at'], '2026-04-18T00:01:00.000Z'), ['returned']],
    [spelt(over, ['holding', 'endedAt'], '2026-04-17T00:00:00.000Z'), ['state']],
    [seal({ ...over, income: over.income.slice(1) }), ['income', 'earned']],
    [spelt(paid, ['holding', 'ending'], 'early'), ['income', 'returned', 'state']],
    [seal({ ...paid, income: [] }), ['income', 'earned']],
    [spelt(running, ['holding', 'terms', 'unit'], '0.001'), ['terms']],
    [spelt(running, ['holding', 'units'], 2_000_000), ['terms']],
  ];
  for (const [file, names] of lies) expect(await wrong(file), names.join()).toEqual(expect.arrayContaining(names));
});

test('a payment that has just become due may not be booked yet', async () => {
  const midnight = Date.parse(running.income.at(-1)!.at);
  const before = { ...running, income: running.income.slice(0, -1), time: midnight + 60_000 };
  const earned = change(running, ['holding', 'earned'], () => '1.849315').holding;
  expect(await wrong(seal({ ...before, holding: earned }))).toEqual([]);
  expect(await wrong(seal({ ...before, holding: earned, time: midnight + 3_600_000 }))).toContain('income');
});

test('a malformed file and an unknown key are reported', async () => {
  for (const nothing of [null, undefined, 7, 'income', [], {}, { data: running }])
    expect(await wrong(nothing)).toEqual(['form']);
  for (const name of Object.keys(running)) {
    const { [name as keyof IncomeFile]: _, ...rest } = running;
    expect(await wrong(rest), name).toEqual(['form']);
  }
  expect(await wrong(change(running, ['holding', 'amount'], () => '1000.000'))).toEqual(['form']);
  expect(await wrong({ ...running, extra: 1 })).toEqual(['form']);
  expect(await wrong(running, ['ab'.repeat(32)])).toEqual(['keys']);
});

test('the command describes its findings in words', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'glasshouse-income-'));
  const write = (value: unknown) => {
    const name = join(directory, 'income.json');
    writeFileSync(name, typeof value === 'string' ? value : JSON.stringify(value));
    return name;
  };
  const name = write({ code: 200, msg: '', data: over });
  expect(await answer(['income', name, '--slip-key', slipKey.hex])).toEqual({
    code: 0,
    output: `ok ${name}: matches, 8 of 8 checks, 30 payments recomputed
   trust, 1000 units for 1000.00 USDT on 2026-03-18T14:00:00.000Z: earned 6.164383 USDT, 1000.00 USDT came back (ended)
   signed by ${slipKey.hex}`,
  });
  const failed = (output: string) => ({ code: 1, output: `FAILED ${name}: does not match\n${output}` });
  expect(await answer(['income', write(spelt(over, ['income', 0, 'amount'], '1.00'))])).toEqual(
    failed(
      '  the income that is booked does not follow from the terms: it says 2026-03-20T00:00:00.000Z 1.00, recomputed 2026-03-20T00:00:00.000Z 0.205479',
    ),
  );
  expect(await answer(['income', write({ ...over, returned: null })])).toEqual(
    failed(
      '  it was not signed as it stands\n  the returned amount does not follow from the terms: it says nothing, recomputed 2026-04-18T00:00:00.000Z 1000.00',
    ),
  );
  expect(await answer(['income', write('{')])).toEqual(
    failed('  this is not an income file: the file cannot be read as JSON'),
  );
  expect(await answer(['income', write('[]')])).toEqual(failed('  this is not an income file: it is something else'));
  expect(await answer(['income', write({ ...over, time: 'now' })])).toEqual(
    failed('  this is not an income file: time is invalid'),
  );
});
