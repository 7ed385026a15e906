import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Receipt } from '@glasshouse/protocol/contracts/calls';
import { checkReceipt } from '@glasshouse/protocol/orders/receipt';
import { cosignersIn } from '@glasshouse/protocol/orders/receipt-log';
import { noteKey, writeKey } from '@glasshouse/protocol/publiclog/note';
import { expect, onTestFinished, test } from 'vitest';
import { answer } from '../src/command.ts';
import { logged, logKey, witnessKey } from './logged-receipt.ts';
import {
  change,
  flip,
  makeReceipt,
  places,
  type ReceiptOptions,
  slipKey,
  steady,
  tapeKey,
  timeAfter,
  won,
} from './sample-receipt.ts';

const stranger = await noteKey('stranger.example', 'cosignature', new Uint8Array(32).fill(7));
const keys = {
  ...{ tapeKeys: [tapeKey.hex], slipKeys: [slipKey.hex], logKeys: [writeKey(logKey)], witnesses: [witnessKey] },
};
const { entry, exit } = won().order;
const lower: ReceiptOptions = {
  ...{ prices: steady(6_400_000, 6_399_999), entry, exit: { ...exit!, price: '63999.99' } },
  ...{ outcome: 'win', payout: '182.00' },
};
/** The failed checks with their differences. */
const wrong = async (receipt: Receipt, options: Parameters<typeof checkReceipt>[1] = keys) =>
  (await checkReceipt(receipt, options)).checks
    .filter(({ ok }) => !ok)
    .map(({ name, differs }) => [name, differs?.field]);

test('a receipt with its place in the log matches, with and without known keys', async () => {
  const receipt = await logged(won());
  expect(await wrong(receipt)).toEqual([]);
  expect(await wrong(receipt, {})).toEqual([]);
  const { checks } = await checkReceipt(receipt, keys);
  expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['log', 'before', 'witnesses']));
  expect(cosignersIn(receipt.log!)).toEqual(['witness.example']);
});

test('a void order was decided once the missing tick could no longer come', async () => {
  const silent = { prices: { '-1': 1, 0: 2 }, sealedAt: 10, entry: null, exit: null } as const;
  const receipt = makeReceipt({ ...silent, outcome: 'void', payout: '100.00' });
  expect(await wrong(await logged(receipt, { secondAt: 11, beforeAt: 9 }))).toEqual([]);
  expect(await wrong(await logged(receipt))).toEqual([['before', 'logFirst']]);
});

test('a single changed character anywhere is detected', async () => {
  const receipt = await logged(won());
  for (const path of places(receipt.log).map((each) => ['log', ...each])) {
    for (const seed of [7, 40, 101]) {
      const changed = change(receipt, path, (value) => flip(value, seed));
      if (JSON.stringify(changed) === JSON.stringify(receipt)) continue;
      expect(await wrong(changed), `${path.join('.')} ${seed}`).not.toEqual([]);
    }
  }
  // In the checkpoint, every character is tried.
  const { checkpoint } = receipt.log!;
  for (let at = 0; at < checkpoint.length; at++) {
    const other = `${checkpoint.slice(0, at)}${checkpoint[at] === 'x' ? 'y' : 'x'}${checkpoint.slice(at + 1)}`;
    const changed = { ...receipt, log: { ...receipt.log!, checkpoint: other } };
    expect(await wrong(changed), `checkpoint ${at}`).not.toEqual([]);
  }
});

test('an order that was logged after its outcome is reported, even if all signatures are valid', async () => {
  expect(await wrong(await logged(won(), { orderAt: 5 }))).toEqual([]);
  expect(await wrong(await logged(won(), { orderAt: 6 }))).toEqual([['before', 'logBefore']]);
  expect(await wrong(await logged(won(), { orderAt: 9 }))).toEqual([['before', 'logBefore']]);
});

test('only the first second of the tape with the outcome proves it, not a later or an earlier one', async () => {
  expect(await wrong(await logged(won(), { beforeAt: 7, secondAt: 9 }))).toEqual([['before', 'logFirst']]);
  expect(await wrong(await logged(won(), { beforeAt: 4, secondAt: 6 }))).toEqual([['before', 'logFirst']]);
});

test('everything missing in the log is reported: order, outcome, seal of the ticks, signature, key, witness', async () => {
  const receipt = await logged(won());
  const { log } = receipt;
  const other = await logged(makeReceipt({ ...lower, direction: 'short' }));
  // The place of another order, with everything valid for that order.
  expect(await wrong({ ...receipt, log: other.log! })).toEqual([['log', 'logOrder']]);
  const aside = (field: 'order' | 'outcome' | 'seal') =>
    change(receipt, ['log', field, 'path', 0], () => 'ab'.repeat(32));
  expect(await wrong(aside('order'))).toEqual([['log', 'logOrder']]);
  expect(await wrong(aside('outcome'))).toEqual([['log', 'logOutcome']]);
  expect(await wrong(aside('seal'))).toEqual([['log', 'logSeal']]);
  const unsigned = log!.checkpoint.replace(/\n\u2014 site[^\n]*/u, '');
  expect(await wrong({ ...receipt, log: { ...log!, checkpoint: unsigned } })).toEqual([['log', 'logSigned']]);
  expect(await wrong(receipt, { ...keys, logKeys: ['another+00000000+AA=='] })).toEqual([['log', 'logKey']]);
  expect(await wrong(receipt, { ...keys, witnesses: [witnessKey, stranger] })).toEqual([['witnesses', 'witness']]);
  // Accepted at another time than the logged one.
  const at = timeAfter(receipt.order.headSlot, 1123);
  const later = change(receipt, ['order', 'at'], () => at);
  expect(await wrong(change(later, ['postings', 0, 'at'], () => at))).toEqual([['log', 'logOrder']]);
});
test('version 2 has a place in the log and all of its ticks in one run, and version 1 has neither', async () => {
  const receipt = await logged(won());
  const { log: _, ...without } = receipt;
  expect(await wrong(without as Receipt)).toEqual([['form', 'form']]);
  expect(await wrong({ ...receipt, version: 1 })).toEqual([['form', 'form']]);
  expect(await wrong({ ...receipt, version: 3 as never })).toEqual([['form', 'newer']]);
  expect(await wrong({ ...receipt, version: 0 as never })).toEqual([['form', 'form']]);
  const [run] = receipt.runs;
  expect(await wrong({ ...receipt, runs: [run!, run!] })).toEqual([['form', 'form']]);
});

test('an order from a time with a log must state its place there, an older one need not', async () => {
  const alone = { tapeKeys: keys.tapeKeys, slipKeys: keys.slipKeys, logKeys: keys.logKeys };
  expect(await wrong(won(), alone)).toEqual([]);
  expect(await wrong(won(), { ...alone, mustBeLogged: true })).toEqual([['log', 'logMissing']]);
  expect(await wrong(won(), { ...alone, witnesses: [witnessKey] })).toEqual([['log', 'logMissing']]);
  expect(await wrong(await logged(won()), { ...alone, mustBeLogged: true })).toEqual([]);
});

test('the command shows the place in the log or the fault, and checks the given witnesses', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'receipt-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'receipt.json');
  const run = async (receipt: Receipt, ...args: string[]) => {
    writeFileSync(path, JSON.stringify(receipt));
    return answer(['receipt', path, ...args]);
  };
  const good = await run(await logged(won()), '--log', writeKey(logKey), '--witness', writeKey(witnessKey));
  expect(good).toMatchObject({ code: 0, output: expect.stringContaining('at place 2, before its outcome at 6') });
  expect(good.output).toContain('cosigned by witness.example');
  const late = await run(await logged(won(), { orderAt: 9 }));
  expect(late).toMatchObject({ code: 1, output: expect.stringContaining('its order is at place 9, its outcome at 5') });
  const alone = await run(await logged(won()), '--witness', writeKey(stranger));
  expect(alone).toMatchObject({ code: 1, output: expect.stringContaining('no cosignature of stranger.example') });
  expect((await run(won())).output).toContain('names no place in the public log');
  // A receipt without a place must not bypass a required log.
  for (const asked of [
    ['--log', writeKey(logKey)],
    ['--witness', writeKey(witnessKey)],
  ])
    expect(await run(won(), ...asked)).toMatchObject({
      code: 1,
      output: expect.stringContaining('names no place there'),
    });
  const newer = await run({ ...(await logged(won())), version: 3 as never });
  expect(newer).toMatchObject({ code: 1, output: expect.stringContaining('made for a newer program') });
  expect(newer.output).not.toContain('does not match');
  expect((await run(won(), '--witness', 'nobody')).output).toContain('is not the key of a witness');
});
