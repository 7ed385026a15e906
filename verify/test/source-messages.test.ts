import { toHex } from '@glasshouse/protocol/bytes';
import { coinById } from '@glasshouse/protocol/market/coins';
import { priceIn } from '@glasshouse/protocol/market/messages';
import { checkChain } from '@glasshouse/protocol/market/proof';
import * as tape from '@glasshouse/protocol/market/tape';
import { readTicks, runOf, writeTicks } from '@glasshouse/protocol/market/ticks-file';
import { checkReceipt, matches } from '@glasshouse/protocol/orders/receipt';
import { readTickLine as readSettled, tickLine } from '@glasshouse/protocol/orders/settlements-file';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collectTicks } from '../src/collected-ticks.ts';
import { answer } from '../src/command.ts';
import { publish } from './sample-day.ts';
import { change, entryAt, makeReceipt, messagesFrom, sha, steady } from './sample-receipt.ts';

const source = 'exchange/stream.example:9443';
const messageOf = (price: string) =>
  JSON.stringify({ stream: 'btcusdt@miniTicker', data: { e: '24hrMiniTicker', E: 1, s: 'BTCUSDT', c: price, q: '1' } });

test('the hash of a tick with a source message is SHA-256 over a layout of its own, which is written out here', async () => {
  const previous = sha(new Uint8Array([7]));
  const message = sha(new Uint8Array([8]));
  const heard = { source, at: 1_794_960_000_123, message };
  const bytes = Buffer.alloc(93 + source.length);
  bytes[0] = 10;
  bytes.set(previous, 1);
  bytes.writeUInt32BE(3, 33);
  bytes.writeBigUInt64BE(3_589_920_001n, 37);
  bytes.writeBigUInt64BE(6_399_030n, 45);
  bytes.writeBigUInt64BE(1_794_960_000_123n, 53);
  bytes.set(message, 61);
  bytes.write(source, 93);
  const tick = { symbol: 3, slot: 3_589_920_001, price: 6_399_030n, heard };
  expect(toHex(await tape.hashTick(previous, tick))).toBe(toHex(sha(bytes)));
  for (const wrong of [{ source: '' }, { source: 'A' }, { source: 'a b' }, { source: 'a'.repeat(81) }, { source: 'é' }])
    expect(() => tape.tickBytes(previous, { ...tick, heard: { ...heard, ...wrong } }), wrong.source).toThrow(
      'not a valid source name',
    );
  expect(() => tape.tickBytes(previous, { ...tick, heard: { ...heard, message: message.slice(1) } })).toThrow(
    '32 bytes',
  );
});

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
// Often one of few values, so that two independently drawn ticks may differ in a single field.
const heard = fc.record({
  source: fc.oneof(fc.constantFrom('replay', 'a', 'aa', source), fc.stringMatching(/^[a-z0-9.:/_-]{1,80}$/)),
  at: fc.oneof(fc.nat(3), fc.nat(2 ** 45)),
  message: fc.oneof(fc.constant(new Uint8Array(32)), bytes32),
});
const anyTick = fc.record({
  previous: fc.oneof(fc.constant(new Uint8Array(32)), bytes32),
  tick: fc.record({
    symbol: fc.nat(3),
    slot: fc.oneof(fc.nat(3), fc.nat(2 ** 40)),
    price: fc.oneof(fc.bigInt(1n, 3n), fc.bigInt(1n, 2n ** 60n)),
    heard: fc.option(heard, { nil: undefined }),
  }),
});
const spell = ({ previous, tick: { symbol, slot, price, heard: word } }: { previous: Uint8Array; tick: tape.Tick }) =>
  [toHex(previous), symbol, slot, price, word ? [word.source, word.at, toHex(word.message)] : 'made'].join(' ');

test('different ticks never have the same bytes, with or without a source message', () => {
  fc.assert(
    fc.property(anyTick, anyTick, (one, other) => {
      const same = toHex(tape.tickBytes(one.previous, one.tick)) === toHex(tape.tickBytes(other.previous, other.tick));
      expect(same).toBe(spell(one) === spell(other));
    }),
    { numRuns: 5000 },
  );
  // The same tick with one field changed, or without its source message.
  fc.assert(
    fc.property(anyTick, heard, ({ previous, tick }, word) => {
      const bytes = toHex(tape.tickBytes(previous, { ...tick, heard: word }));
      const others = [
        { ...tick, heard: undefined },
        { ...tick, heard: { ...word, source: word.source === 'a' ? 'aa' : 'a' } },
        { ...tick, heard: { ...word, at: word.at + 1 } },
        { ...tick, heard: { ...word, message: sha(word.message) } },
        { ...tick, price: tick.price + 1n, heard: word },
      ];
      for (const other of others) expect(toHex(tape.tickBytes(previous, other))).not.toBe(bytes);
    }),
    { numRuns: 500 },
  );
});

/** Chained ticks with source messages. `at` is the time of receipt relative to the slot's time. */
function ticksWithMessages(prices: string[], at = -200) {
  let head: Uint8Array = tape.zeroHash;
  return prices.map((price, i) => {
    const slot = 1_000_000 + i;
    const units = priceIn(source, messageOf(price), coinById(1)!)!;
    const word = { source, at: tape.msOf(slot) + at, message: sha(Buffer.from(messageOf(price))) };
    head = sha(tape.tickBytes(head, { symbol: 1, slot, price: units, heard: word }));
    return { slot, price: units, volume: 1n, hash: toHex(head), heard: { ...word, message: toHex(word.message) } };
  });
}
const fileOf = (ticks: ReturnType<typeof ticksWithMessages>) =>
  writeTicks({ symbol: 1, before: toHex(tape.zeroHash), ticks, proof: undefined }, coinById(1)!);

test('a file of ticks with source messages is read as it was written', async () => {
  const ticks = ticksWithMessages(['64000.00', '64000.10']);
  const text = fileOf(ticks);
  expect(text).toContain('\nslot,time,price,volume,hash,source,heard,message\n');
  expect(readTicks(text).ticks).toEqual(ticks);
  expect(await checkChain(runOf(readTicks(text)))).toBeUndefined();
  for (const { slot, price, heard: word } of ticks)
    expect(readSettled(tickLine(slot, price, word).trim())).toEqual({ slot, price, heard: word });
  for (const line of ['1 5 a 1', `1 5 A 1 ${'0'.repeat(64)}`, `1 5 a x ${'0'.repeat(64)}`, `1 5 a 1 ${'0'.repeat(63)}`])
    expect(readSettled(line)).toBeUndefined();
});

test('a tick with a changed source, time, message or price is reported', async () => {
  const { write } = publish();
  const [one, two] = ticksWithMessages(['64000.00', '64000.10']);
  const told = async (changed: typeof two) =>
    (await answer(['ticks', write('t.csv', fileOf([one!, changed!]))])).output;
  expect(await told(two)).toContain(`2 of 2 ticks say that they were heard from ${source}`);
  const wrong = 'BTC slot 1000001 \\(1970-01-06T18:53:20.500Z\\) at';
  const why =
    'its hash does not follow from the tick before it, its slot, its price, and from whom, when and in which message it was heard';
  const word = two!.heard;
  for (const changed of [
    { ...two!, heard: { ...word, source: 'exchange/other.example' } },
    { ...two!, heard: { ...word, at: word.at + 1 } },
    { ...two!, heard: { ...word, message: one!.heard.message } },
    { ...two!, price: two!.price + 1n },
  ])
    expect(await told(changed)).toMatch(new RegExp(`${wrong} [\\d.]+: ${why}`));
});

test('a message that is too old for its slot is refused even if signed: in files, settlements and receipts', async () => {
  const { write } = publish();
  for (const at of [-tape.maxMessageSkew, tape.maxMessageSkew])
    expect((await answer(['ticks', write('t.csv', fileOf(ticksWithMessages(['64000.00'], at)))])).code).toBe(0);
  for (const at of [-tape.maxMessageSkew - 1, tape.maxMessageSkew + 1]) {
    const ticks = ticksWithMessages(['64000.00'], at);
    expect((await answer(['ticks', write('t.csv', fileOf(ticks))])).output).toContain(
      'its message was heard more than 3 s before or after it',
    );
    expect(collectTicks('BTC', toHex(tape.zeroHash)).add(ticks[0]!)).toEqual({ slot: 1_000_000, what: 'stale' });
  }
  const told = { outcome: 'win', payout: '182.00', entry: entryAt('64000.00'), exit: entryAt('64000.01', 7) } as const;
  const made = (late: number) =>
    makeReceipt({ ...told, prices: steady(6_400_000, 6_400_001), heard: messagesFrom(source, 1, late) });
  expect(matches(await checkReceipt(made(0)))).toBe(true);
  const { checks } = await checkReceipt(made(-3001));
  expect(checks.find(({ ok }) => !ok)).toMatchObject({
    name: 'tape',
    differs: { field: 'stale', slot: entryAt('').slot },
  });
});

test('a receipt includes the source messages, and changing or omitting any part changes a tick', async () => {
  const heard = makeReceipt({
    ...{ prices: steady(6_400_000, 6_400_001), heard: messagesFrom(source) },
    ...{ outcome: 'win', payout: '182.00', entry: entryAt('64000.00'), exit: entryAt('64000.01', 7) },
  });
  expect(matches(await checkReceipt(heard))).toBe(true);
  const word = heard.runs[0]!.ticks[3]!.heard!;
  const wrongTick = { name: 'tape', differs: { field: 'tick', slot: heard.runs[0]!.ticks[3]!.slot } };
  for (const other of [
    undefined,
    { ...word, source: 'exchange/other.example' },
    { ...word, at: word.at + 1 },
    { ...word, message: '0'.repeat(64) },
  ]) {
    const { checks } = await checkReceipt(change(heard, ['runs', 0, 'ticks', 3, 'heard'], () => other));
    expect(checks.find(({ ok }) => !ok)).toMatchObject(wrongTick);
  }
  for (const other of [
    { ...word, more: 1 },
    { ...word, source: 'No Name' },
    { ...word, at: 1.5 },
    { source },
    'words',
  ]) {
    const { checks } = await checkReceipt(change(heard, ['runs', 0, 'ticks', 3, 'heard'], () => other));
    expect(checks).toMatchObject([{ name: 'form', ok: false }]);
  }
});

test('messages must match the ticks that name them, in hash and price', async () => {
  const { write } = publish();
  const ticks = ticksWithMessages(['64000.00', '64000.10', '64000.10']);
  const file = write('t.csv', fileOf(ticks));
  const [one, two] = [write('one', messageOf('64000.00')), write('two', messageOf('64000.10'))];
  expect((await answer(['messages', file, one, two])).output).toContain(
    'ok 2 messages say the prices of the 3 ticks that name them, of 3',
  );
  const other = write('other', messageOf('64000.20'));
  expect((await answer(['messages', file, other])).output).toBe(
    `FAILED MESSAGE UNKNOWN ${other}: no tick in ${file} was read from it`,
  );
  expect((await answer(['messages', file])).output).toContain('there is no message');
  // A site that signs a different price than its message contains.
  const slot = 1_000_000;
  const word = { source, at: tape.msOf(slot), message: sha(Buffer.from(messageOf('64000.00'))) };
  const signed = sha(tape.tickBytes(tape.zeroHash, { symbol: 1, slot, price: 6_500_000n, heard: word }));
  const lie = {
    slot,
    price: 6_500_000n,
    volume: 1n,
    hash: toHex(signed),
    heard: { ...word, message: toHex(word.message) },
  };
  expect((await answer(['messages', write('lie.csv', fileOf([lie])), one])).output).toBe(
    `FAILED MESSAGE SAYS OTHERWISE BTC slot 1000000 (1970-01-06T18:53:20.000Z): the tick says 65000.00, its message of ${source} says 64000.00`,
  );
});

test('a message of another coin, an unreadable message or one of an unknown source gives no price', () => {
  const [bitcoin, ether] = [coinById(1)!, coinById(2)!];
  expect(priceIn(source, messageOf('64000.00'), bitcoin)).toBe(6_400_000n);
  expect(priceIn(source, messageOf('64000.00'), ether)).toBeUndefined();
  expect(priceIn(source, 'not json', bitcoin)).toBeUndefined();
  expect(priceIn(source, messageOf('-1'), bitcoin)).toBeUndefined();
  expect(priceIn('telegraph', messageOf('64000.00'), bitcoin)).toBeUndefined();
  expect(priceIn('replay', 'not a line', bitcoin)).toBeUndefined();
});
