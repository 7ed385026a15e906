import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { slotsPerDay, slotsPerHour } from '@glasshouse/protocol/market/tape';
import { writeTicks } from '@glasshouse/protocol/market/ticks-file';
import { readingFor, volatilityOf } from '@glasshouse/protocol/options/volatility';
import { expect, test } from 'vitest';
import { verifyReceipt } from '../src/receipt.ts';
import { head, makeOption, type OptionSample } from './sample-option.ts';
import { runOf, tapeKey } from './sample-receipt.ts';

// One day and two hours of a price with varying volatility.
const first = -slotsPerDay - 2 * slotsPerHour;
const priceAt = (offset: number) => {
  const lively = offset > -900 ? 700 : 200;
  return 6_400_000 + ((((offset * 7919) % 11) + 11) % 11) * lively;
};
const prices = Object.fromEntries(Array.from({ length: 121 - first }, (_, i) => [first + i, priceAt(first + i)]));

const file = (name: string, sealedAt: number, from?: number) => {
  const { symbol, before, ticks, path, checkpoint } = runOf(head, prices, sealedAt, from);
  const lines = ticks.map(({ slot, price, hash }) => ({ slot, price: BigInt(price), volume: 1n, hash }));
  return {
    name,
    text: writeTicks({ symbol, before, ticks: lines, proof: { path, checkpoint } }, coinBySymbol('BTC')!),
  };
};
const cut = -30_000;
const files = [file('later', 110, cut + 1), file('earlier', cut)];

/** Prices from `priceAt`, without the tick files. */
const span = (from: number, to: number, step: number) =>
  Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step).map((slot) => ({
    slot,
    price: BigInt(priceAt(slot - head)),
  }));
function movedAt(slot: number, slots: number): number {
  const { ticks, minutes } = readingFor(slot);
  const read = { ticks: span(ticks.first, ticks.last, 1), minutes: span(minutes.first, minutes.last, 120) };
  return volatilityOf(read, slot)(slots)!;
}

const receipt = (made: OptionSample) => [{ name: 'receipt', text: JSON.stringify(makeOption(made)) }];
const verified = (made: OptionSample, ticks?: typeof files) =>
  verifyReceipt(receipt({ terms: 2, ...made }), { key: [tapeKey.hex], ticks });
const volatility = movedAt(head - 3, 120);

test('the volatility of an option is computed from consecutive tick files', async () => {
  expect(await verified({ volatility, exit: 6_412_000 }, files)).toContainEqual(
    expect.stringMatching(/volatility of its quote, [\d.]+ %, is what the tape had moved/),
  );
  expect(await verified({ volatility, exit: 6_412_000 })).toContainEqual(expect.stringContaining('with --ticks'));
});

test('under the first terms, the tape is evaluated at every tenth slot', async () => {
  const before = movedAt(head - 10, 120);
  expect(before).not.toBe(volatility);
  expect(await verified({ terms: 1, volatility: before, exit: 6_412_000 }, files)).toContainEqual(
    expect.stringContaining('is what the tape had moved'),
  );
});

test('a wrong volatility is detected in a quote and in a sale', async () => {
  await expect(verified({ volatility: volatility + 1, exit: 6_412_000 }, files)).rejects.toThrow('its quote is');
  // Sold with the volatility of its quote, although less of its life was left.
  expect(movedAt(head + 100, 20)).not.toBe(volatility);
  await expect(verified({ volatility, soldAt: 100, sold: 6_401_000 }, files)).rejects.toThrow('its sale is');
});

test('files with gaps, of an unknown key or without a signature prove nothing', async () => {
  const made = { volatility, exit: 6_412_000 };
  await expect(verified(made, [files[0]!])).rejects.toThrow('do not hold the 25 hours before its quote');
  await expect(verified(made, [files[1]!, file('later', 110, cut + 2)])).rejects.toThrow('without a hole');
  const unsigned = files.map(({ name, text }) => ({ name, text: text.replace(/# proof .*\n/, '') }));
  await expect(verified(made, unsigned)).rejects.toThrow('no signed checkpoint');
  const changed = files.map(({ name, text }) => ({ name, text: text.replace(/,1,[0-9a-f]/, ',1,f') }));
  await expect(verified(made, changed)).rejects.toThrow(/slot \d+/);
});
