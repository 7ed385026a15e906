import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { answer } from '../src/command.ts';
import { logged } from './logged-receipt.ts';
import { head, makeOption } from './sample-option.ts';
import { slipKey, tapeKey } from './sample-receipt.ts';
import { makeSpot } from './sample-spot.ts';

// Output of the command for receipts of every product.

const folder = mkdtempSync(join(tmpdir(), 'receipts-'));
afterAll(() => rmSync(folder, { recursive: true }));
const said = async (receipt: unknown) => {
  const path = join(folder, 'receipt.json');
  writeFileSync(path, JSON.stringify(receipt));
  const { code, output } = await answer(['receipt', path, '--key', tapeKey.hex, '--slip-key', slipKey.hex]);
  return `${code} ${output.replace(path, 'FILE')}`;
};

test('output for an option, from its quote to its end', async () => {
  const won = makeOption({ exit: 6_412_000 });
  expect((await said(won)).split('\n').slice(0, 2)).toEqual([
    '0 ok FILE: matches, 9 of 9 checks, 10 ticks recomputed',
    '   0.10 BTC call at 64000.00, 60 s, 1.538873 USDT: win, pays 12.00 USDT',
  ]);
  const sold = await logged(makeOption({ soldAt: 60, sold: 6_401_000 }));
  const text = await said(sold);
  expect(text).toMatch(/0\.10 BTC call at 64000\.00, 60 s, 1\.\d+ USDT: sold back for 1\.\d+ USDT/);
  expect(text).toMatch(/in the public log at place 2\n/);
});

test('output for faults of an option', async () => {
  const cases: [Parameters<typeof makeOption>[0], RegExp][] = [
    [
      { quotedAt: -11 },
      /the premium does not follow from the tick of its quote: its quote was 11 slots old; 10 is the most/,
    ],
    [{ premium: 99_000_000n }, /premium is 99\.00, recomputed 1\.538873/],
    [{ dueSlot: head + 122 }, /due is \d+, recomputed \d+/],
    [{ told: { outcome: 'lose' } }, /the result does not follow from the price at its end, its strike and its premium/],
  ];
  for (const [made, sentence] of cases) {
    const text = await said(makeOption({ exit: 6_412_000, ...made }));
    expect(text).toMatch(/^1 FAILED FILE: does not match/);
    expect(text).toMatch(sentence);
  }
  expect(await said(makeOption({ seconds: 3600, strike: 6_400_001, exit: 6_400_000 }))).toMatch(
    /strike 64000\.01 was not offered; by its tick [\d., ]+ were/,
  );
});

test('output for a coin bought, a coin sold, and a refunded order', async () => {
  expect(await said(makeSpot())).toMatch(/BTC buy at 64001\.23, 250\.00 USDT given, 0\.00390\d+ BTC received/);
  expect(await said(makeSpot({ side: 'sell' }))).toMatch(
    /BTC sell at 64001\.23, 0\.0123 BTC given, 786\.\d+ USDT received/,
  );
  const silent = { rule: 1, prices: { '-1': 1, 0: 2 }, filledAt: undefined, sealedAt: 11 };
  expect(await said(makeSpot(silent))).toMatch(/BTC buy, 250\.00 USDT: void, given back/);
  expect(await said(makeSpot({ told: { received: '0.0039' } }))).toMatch(
    /the amount received does not follow from the price and the spread: payout is 0\.0039, recomputed 0\.00390\d+/,
  );
});
