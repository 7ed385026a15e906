import { coinById } from '@glasshouse/protocol/market/coins';
import { readTicks, runOf, type TicksFile, writeTicks } from '@glasshouse/protocol/market/ticks-file';
import { expect, test } from 'vitest';

const hash = '0f'.repeat(32);
const before = 'ab'.repeat(32);
const ticks = [
  { slot: 3_589_920_000, price: 6_399_030n, volume: 12n, hash },
  { slot: 3_589_920_003, price: 701n, volume: 0n, hash: before },
];
const proof = { path: [], checkpoint: { slot: 1 } as never };
const file: TicksFile = { symbol: 1, before, ticks, proof };
const text = writeTicks(file, coinById(1)!);
const line = text.split('\n')[5]!;

test('a tape file states that it is simulated, names its coin, and is readable', () => {
  expect(text).toBe(
    `${[
      '# Simulated. Price tape of a practice exchange, paper money only.',
      '# symbol 1 BTC decimals 2',
      `# before ${before}`,
      '# proof {"path":[],"checkpoint":{"slot":1}}',
      'slot,time,price,volume,hash',
      `3589920000,2026-11-18T00:00:00.000Z,63990.30,12,${hash}`,
      `3589920003,2026-11-18T00:00:01.500Z,7.01,0,${before}`,
    ].join('\n')}\n`,
  );
  expect(writeTicks({ ...file, proof: undefined }, coinById(1)!)).toBe(text.replace(/# proof .*\n/, ''));
});

test('a file is read as it was written, also with the line breaks of another system', () => {
  expect(readTicks(text)).toEqual(file);
  expect(readTicks(text.replaceAll('\n', '\r\n'))).toEqual(file);
  const bare = { ...file, symbol: 17, proof: undefined };
  expect(readTicks(writeTicks(bare, coinById(17)!))).toEqual(bare);
  expect(runOf(file)).toEqual({
    symbol: 1,
    before,
    ticks: [
      { slot: 3_589_920_000, price: '6399030', hash },
      { slot: 3_589_920_003, price: '701', hash: before },
    ],
  });
});

test('a malformed line is reported with its number', () => {
  const [slot, time, price, volume] = line.split(',');
  const wrong = [
    [`${slot}0000000`, time, price, volume, hash],
    [slot, time, '', volume, hash],
    [slot, time, '-1', volume, hash],
    [slot, time, '0', volume, hash],
    [slot, time, price, '1.5', hash],
    [slot, time, price, '', hash],
    [slot, time, price, '9'.repeat(19), hash],
    [slot, time, price, volume, hash.slice(1)],
    [slot, time, price, volume, `${hash}0`],
    [slot, time, price, volume, hash.toUpperCase()],
    [slot, time, time, price, volume, hash],
    [slot, time, price, volume, hash, 'more'],
    [slot],
  ].map((fields) => fields.join(','));
  for (const other of [...wrong, `${slot}x`, `1 ${line}`])
    expect(() => readTicks(text.replace(line, other)), other).toThrow(`line 6 is not a tick: ${other.slice(0, 120)}`);
  expect(() => readTicks(text.replace(line, '1'.repeat(500)))).toThrow(/: 1{120}$/);
  // The widest possible line.
  const widest = ['9'.repeat(15), '', '123456789012345.67', '9'.repeat(18), hash].join(',');
  expect(readTicks(text.replace(line, widest)).ticks[0]).toEqual({
    slot: 999_999_999_999_999,
    price: 12_345_678_901_234_567n,
    volume: 999_999_999_999_999_999n,
    hash,
  });
});

test('a file without its coin or the hash before its first tick is refused', () => {
  for (const other of [
    text.replace(/# symbol .*\n/, ''),
    text.replace(/# before .*\n/, ''),
    text.replace('# before ', '# before 0'),
    text.replace(before, before.toUpperCase()),
    text.replace(before, before.slice(1)),
    text.replace('# before', '## before'),
    text.replace('# symbol', 'x # symbol'),
    '',
  ])
    expect(() => readTicks(other)).toThrow('not a tape file: its head is missing');
  // Unknown remarks are skipped.
  expect(readTicks(`${text}# note hello\n#\nhello 1\n`)).toEqual(file);
});
