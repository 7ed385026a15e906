import { sign } from 'node:crypto';
import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import { coinById } from '@glasshouse/protocol/market/coins';
import * as tape from '@glasshouse/protocol/market/tape';
import { writeTicks } from '@glasshouse/protocol/market/ticks-file';
import { expect, test } from 'vitest';
import { answer } from '../src/command.ts';
import { day, first, key, privateKey, publish } from './sample-day.ts';

const verify = (...args: string[]) => answer(args);

test('a valid file is accepted offline, and one with a changed digit is refused and its tick named', async () => {
  const { text, ticks, write } = publish();
  const good = await verify('ticks', write('good.csv', text), '--key', key);
  expect(good).toMatchObject({ code: 0, output: expect.stringContaining('500 ticks of BTC') });
  const line = text.split('\n').find((one) => one.startsWith(`${first + 123},`))!;
  const price = line.split(',')[2]!;
  const other = price.slice(0, -1) + ((Number(price.at(-1)) + 1) % 10);
  const bad = await verify('ticks', write('bad.csv', text.replace(line, line.replace(price, other))));
  expect(bad.code).toBe(1);
  expect(bad.output).toContain(`BTC slot ${first + 123}`);
  expect(bad.output).toContain(`at ${other}`);
  expect((await verify('ticks', write('key.csv', text), '--key', 'ab'.repeat(32))).output).toContain('another key');
  expect((await verify('ticks', write('no.csv', 'hello'))).output).toContain('not a tape file');
  expect(ticks).toHaveLength(500);
});

test('a day is regenerated from its revealed seed, and a price that does not follow from the seed is reported', async () => {
  const { text, ticks, write, tapeFile, days } = publish();
  expect(await verify('day', tapeFile, write('good.csv', text))).toMatchObject({
    code: 0,
    output: expect.stringContaining('500 ticks of BTC are those of the seed'),
  });
  expect((await verify('day', tapeFile)).output).toContain('is the committed one');
  const forged = ticks.map((tick) => (tick.slot === first + 77 ? { ...tick, price: tick.price + 1n } : tick));
  const file = writeTicks({ symbol: 1, before: toHex(tape.zeroHash), ticks: forged, proof: undefined }, coinById(1)!);
  expect((await verify('day', tapeFile, write('bad.csv', file))).output).toContain(`BTC slot ${first + 77}`);
  const swapped = [{ ...days[0]!, revealed: { ...days[0]!.revealed, seed: '00'.repeat(32) } }];
  const other = write('other.json', JSON.stringify({ data: { days: swapped } }));
  expect((await verify('day', other, write('good.csv', text))).output).toContain('not the committed one');
});

test('an unsigned file is refused if a trusted key is given, and reported as unsigned otherwise', async () => {
  const { text, write } = publish();
  const bare = write('bare.csv', text.replace(/^# proof .*\n/m, ''));
  const keyed = await verify('ticks', bare, '--key', key);
  expect(keyed).toMatchObject({ code: 1, output: expect.stringContaining('no signed checkpoint') });
  const { code, output } = await verify('ticks', bare);
  expect([code, output.startsWith('ok')]).toEqual([0, false]);
  expect(output).toContain('they are unsigned');
  expect((await verify('ticks', write('own.csv', text))).output).toContain('a key that the file names itself');
});

test('a day counts only if the trusted key announced it before it began', async () => {
  const { text, write, days, tapeFile } = publish();
  const ticks = write('good.csv', text);
  expect((await verify('day', tapeFile, ticks, '--key', key)).code).toBe(0);
  const other = await verify('day', tapeFile, ticks, '--key', 'ab'.repeat(32));
  expect(other).toMatchObject({ code: 1, output: expect.stringContaining('another key') });
  for (const announcedSlot of [first, first + 9]) {
    const signature = sign(null, tape.dayBytes(day, fromHex(days[0]!.commitment), announcedSlot), privateKey);
    const late = [{ ...days[0]!, announcedSlot, signature: signature.toString('hex') }];
    const file = write('late.json', JSON.stringify({ data: { days: late } }));
    for (const files of [[file], [file, ticks]]) {
      const answer = await verify('day', ...files, '--key', key);
      expect(answer).toMatchObject({ code: 1, output: expect.stringContaining('after the day had begun') });
    }
  }
});

test('slots missing in a day are counted', async () => {
  const { ticks, write, tapeFile } = publish();
  const some = ticks.filter(({ slot }) => slot < first + 100 || slot > first + 102);
  const file = writeTicks({ symbol: 1, before: toHex(tape.zeroHash), ticks: some, proof: undefined }, coinById(1)!);
  expect((await verify('day', tapeFile, write('some.csv', file))).output).toContain('3 slots between them have none');
});

test('a given-up day is reported with or without its seed, and must not have prices in given-up slots', async () => {
  const { text, write, days } = publish();
  const ticks = write('good.csv', text);
  const shown = (firstSlot: number, all: unknown[] = days) => {
    const gap = { firstSlot, lastSlot: tape.firstSlotOf(day + 1) - 1, symbol: null, reason: 'given_up' };
    return write('tape.json', JSON.stringify({ data: { days: all, gaps: [gap] } }));
  };
  const said = `DAY GIVEN UP: ${days[0]!.day} from slot ${first + 500}`;
  for (const files of [[], [ticks]])
    expect(await verify('day', shown(first + 500), ...files)).toMatchObject({
      code: 0,
      output: expect.stringContaining(said),
    });
  const hidden = await verify('day', shown(first + 500, [{ ...days[0]!, revealed: null }]), ticks);
  expect(hidden).toMatchObject({ code: 1, output: expect.stringContaining(`is not revealed: ${said}`) });
  const priced = await verify('day', shown(first + 499), ticks);
  expect(priced).toMatchObject({ code: 1, output: expect.stringContaining(`slot ${first + 499} has a price`) });
});

test('missing files or unknown commands print the usage', async () => {
  const { text, write } = publish();
  const usage = { code: 2, output: expect.stringContaining('glasshouse-verify ticks') };
  const file = write('good.csv', text);
  for (const args of [[], ['ticks'], [file], ['ticks', file, '--keys', key]])
    expect(await verify(...args)).toEqual(usage);
});
