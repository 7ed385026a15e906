import { sign } from 'node:crypto';
import { toHex } from '@glasshouse/protocol/bytes';
import { coinById, coins, formatPrice } from '@glasshouse/protocol/market/coins';
import { openDay } from '@glasshouse/protocol/market/synthetic';
import * as tape from '@glasshouse/protocol/market/tape';
import { readTicks, runOf, writeTicks } from '@glasshouse/protocol/market/ticks-file';
import { expect, test } from 'vitest';
import { answer } from '../src/command.ts';
import { day, first, key, privateKey, publish } from './sample-day.ts';
import { change, entryAt, makeReceipt, slipKey, steady, tapeKey, won } from './sample-receipt.ts';

// The verifier's output is all that its users see, so every sentence for valid and invalid input appears here once.

const ok = (output: string) => ({ code: 0, output });
const failed = (output: string) => ({ code: 1, output: `FAILED ${output}` });
const timeOf = (slot: number) => new Date(tape.msOf(slot)).toISOString();
const place = (slot: number) => `BTC slot ${slot} (${timeOf(slot)})`;
const stranger = 'ab'.repeat(32);
const ownKey = 'a key that the file names itself: compare it with the published one';
const wrong = {
  tick: 'its hash does not follow from the tick before it, its slot and its price',
  order: 'it is not after the tick before it',
  root: 'it is not the head that the signed checkpoint stands for',
  signature: 'the checkpoint was not signed by the key it names',
  key: 'the checkpoint is signed by another key than the trusted one',
};

test('output for tick files', async () => {
  const { text, write } = publish();
  const lines = text.split('\n');
  const file = write('ticks.csv', text);
  const signed = `ok ${file}: 500 ticks of BTC, signed at slot ${first + 499} by ${key}`;
  expect(await answer(['ticks', file, '--key', key])).toEqual(ok(signed));
  expect(await answer(['ticks', file, file])).toEqual(ok(`${signed}, ${ownKey}\n${signed}, ${ownKey}`));
  const last = formatPrice(readTicks(text).ticks.at(-1)!.price, 2);
  expect(await answer(['ticks', file, '--key', stranger])).toEqual(
    failed(`${file}: ${place(first + 499)} at ${last}: ${wrong.key}`),
  );
  const told = async (changed: string[]) => answer(['ticks', write('other.csv', changed.join('\n'))]);
  const other = write('other.csv', '');
  const third = readTicks(text).ticks[2]!;
  expect(await told(lines.toSpliced(8, 0, lines[7]!))).toEqual(
    failed(`${other}: ${place(first + 2)} at ${formatPrice(third.price, 2)}: ${wrong.order}`),
  );
  const before = formatPrice(readTicks(text).ticks.at(-2)!.price, 2);
  expect(await told(lines.slice(0, -2))).toEqual(failed(`${other}: ${place(first + 498)} at ${before}: ${wrong.root}`));
  expect(await told(lines.with(3, lines[3]!.replace('"size":1', '"size":2')))).toEqual(
    failed(`${other}: ${place(first + 499)} at ${last}: ${wrong.signature}`),
  );
  // A checkpoint older than its ticks is named by its own slot, which has no price.
  expect(await told(lines.with(3, lines[3]!.replace(`"slot":${first + 499}`, `"slot":${first - 9}`)))).toEqual(
    failed(`${other}: ${place(first - 9)}: ${wrong.root}`),
  );
});

test('output for unsigned tick files', async () => {
  const { text, write } = publish();
  const bare = text.replace(/# proof .*\n/, '');
  const file = write('bare.csv', bare);
  expect(await answer(['ticks', file])).toEqual(
    ok(
      `chained only ${file}: 500 ticks of BTC follow from each other; they are unsigned, so anyone could have made them`,
    ),
  );
  expect(await answer(['ticks', file, '--key', key])).toEqual(
    failed(`${file}: it has no signed checkpoint, so the trusted key says nothing about it`),
  );
  const unchained = write('bare.csv', bare.replace('# before 0', '# before 1'));
  const price = formatPrice(readTicks(text).ticks[0]!.price, 2);
  expect(await answer(['ticks', unchained])).toEqual(failed(`${file}: ${place(first)} at ${price}: ${wrong.tick}`));
  // An unknown coin is named by its number, and its prices have no decimals.
  const unknown = write('bare.csv', bare.replace('# symbol 1', '# symbol 99').replace(/\.\d\d,/g, ','));
  const whole = readTicks(text.replace('# symbol 1', '# symbol 99').replace(/\.\d\d,/g, ',')).ticks[0]!.price;
  expect(await answer(['ticks', unknown])).toEqual(
    failed(`${file}: symbol 99 slot ${first} (${timeOf(first)}) at ${whole}: ${wrong.tick}`),
  );
});

test('output for proofs, with or without the envelope of the call', async () => {
  const { text, write } = publish();
  const file = readTicks(text);
  const run = { ...runOf(file), ...file.proof! };
  const good = `ok ${write('proof.json', '')}: 500 ticks of BTC signed at slot ${first + 499}`;
  const told = (value: unknown, ...more: string[]) =>
    answer(['proof', write('proof.json', JSON.stringify(value)), ...more]);
  expect(await told({ data: { runs: [run] } }, '--key', key)).toEqual(ok(good));
  expect(await told({ runs: [run, run] })).toEqual(ok(`${good}\n${good}`));
  const name = write('none.json', '').replace('none', 'proof');
  const last = formatPrice(file.ticks.at(-1)!.price, 2);
  expect(await told({ runs: [run] }, '--key', stranger)).toEqual(
    failed(`${name}: ${place(first + 499)} at ${last}: ${wrong.key}`),
  );
  for (const nothing of [{}, { runs: [] }, { data: { runs: [] } }])
    expect(await told(nothing)).toEqual(failed('there is no proof in this file'));
});

test('output for days with their ticks', async () => {
  const { text, ticks, write, days, tapeFile } = publish();
  const [one] = days;
  const file = write('ticks.csv', text);
  const good = `ok ${file}: 500 ticks of BTC are those of the seed of 2026-11-15, 0 slots between them have none`;
  expect(await answer(['day', tapeFile, file, '--key', key])).toEqual(ok(good));
  expect(await answer(['day', tapeFile, file])).toEqual(ok(`${good}\n   signed by ${key}, ${ownKey}`));
  const told = (others: unknown, ...more: string[]) =>
    answer(['day', write('tape.json', JSON.stringify({ days: others })), ...more]);
  expect(await told(days, file, '--key', key)).toEqual(ok(good));
  expect(await told([{ ...one, revealed: null }], file)).toEqual(failed('2026-11-15 is not revealed yet'));
  expect(await told([{ ...one, version: 2 }], file)).toEqual(
    failed('2026-11-15 was made by generator 2, unknown here'),
  );
  expect(await told([{ ...one, commitment: stranger }], file)).toEqual(
    failed('2026-11-15: the revealed seed is not the committed one'),
  );
  expect(await told([{ ...one, signature: '00'.repeat(64) }], file)).toEqual(
    failed(`2026-11-15: the commitment was not signed by ${key}`),
  );
  expect(await told(days, file, '--key', stranger)).toEqual(
    failed(`2026-11-15: the commitment was signed by another key than the trusted one, ${key}`),
  );
  // Each file is compared with its own day.
  expect(await told([{ ...one, day: '2026-11-14', commitment: stranger }, one], file, '--key', key)).toEqual(ok(good));
  expect(await told([], file)).toEqual(failed(`${file}: 2026-11-15 is not among the days of ${tapeFile}`));
  const forged = ticks.with(7, { ...ticks[7]!, price: 5n });
  const ofTicks = (changed: typeof ticks, symbol = 1) =>
    write(
      'ticks.csv',
      writeTicks({ symbol, before: stranger, ticks: changed, proof: undefined }, coinById(symbol) ?? coins[0]!),
    );
  expect(await told(days, ofTicks(forged))).toEqual(
    failed(`${file}: ${place(first + 7)} says 0.05, the seed gives ${formatPrice(ticks[7]!.price, 2)}`),
  );
  const withoutBitcoin = { ...one!, revealed: { ...one!.revealed, opens: one!.revealed.opens.slice(1) } };
  const opens = withoutBitcoin.revealed.opens.map(({ symbol, price }) => ({ symbol, price: BigInt(price) }));
  const commitment = await tape.sha256(tape.planBytes(day, Buffer.from(one!.revealed.seed, 'hex'), opens));
  const signature = sign(null, tape.dayBytes(day, commitment, first - 9), privateKey).toString('hex');
  expect(await told([{ ...withoutBitcoin, commitment: toHex(commitment), signature }], ofTicks(ticks))).toEqual(
    failed(`${file}: ${place(first)} says ${formatPrice(ticks[0]!.price, 2)}, the seed gives nothing`),
  );
});

test('ticks after the end of a day belong to the next one, and missing slots are counted', async () => {
  const { write, tapeFile, days } = publish();
  const { seed, opens } = days[0]!.revealed;
  const plan = {
    day,
    seed: Buffer.from(seed, 'hex'),
    opens: opens.map(({ symbol, price }) => ({ symbol, price: BigInt(price) })),
  };
  const made = openDay(plan, coins);
  const last = tape.firstSlotOf(day + 1) - 1;
  const ticks = [last - 9, last - 1, last].map((slot) => {
    const { price } = made.at(slot).find(({ symbol }) => symbol === 2)!;
    return { slot, price, volume: 1n, hash: stranger };
  });
  const next = { slot: last + 1, price: 1n, volume: 1n, hash: stranger };
  const text = writeTicks({ symbol: 2, before: stranger, ticks: [...ticks, next], proof: undefined }, coinById(2)!);
  const file = write('end.csv', text);
  expect(await answer(['day', tapeFile, file, '--key', key])).toEqual(
    ok(`ok ${file}: 3 ticks of ETH are those of the seed of 2026-11-15, 7 slots between them have none`),
  );
});

test('output for days without ticks: valid ones are listed even next to an invalid one', async () => {
  const { write, days } = publish();
  const [one] = days;
  const good = `ok 2026-11-15: the revealed seed is the committed one, announced at ${timeOf(first - 9)}`;
  const unseen = '   not checked: prices, rounds and where the days opened, because no file of ticks was given';
  const told = (others: unknown, ...more: string[]) =>
    answer(['day', write('tape.json', JSON.stringify(others)), ...more]);
  expect(await told({ days }, '--key', key)).toEqual(ok(`${good}\n${unseen}`));
  expect(await told({ data: { days } })).toEqual(ok(`${good}\n   signed by ${key}, ${ownKey}\n${unseen}`));
  const bad = { ...one, day: '2026-11-14' };
  const running = { ...one, day: '2026-11-16', revealed: null };
  expect(await told({ days: [one, bad, running] }, '--key', key)).toEqual(
    failed(`2026-11-14: the revealed seed is not the committed one\n${good}`),
  );
  const late = { ...one, announcedSlot: first };
  const commitment = Buffer.from(one!.commitment, 'hex');
  const signature = sign(null, tape.dayBytes(day, commitment, first), privateKey).toString('hex');
  expect(await told({ days: [{ ...late, signature }] })).toEqual(
    failed(
      `2026-11-15: the commitment was signed at ${timeOf(first)}, after the day had begun (as on the first days of a site): it binds nothing`,
    ),
  );
  for (const nothing of [{}, { days: [] }, { days: [running] }])
    expect(await told(nothing)).toEqual(failed('there is no revealed day in this file'));
});

test('output for receipts', async () => {
  const { write } = publish();
  const file = write('receipt.json', '');
  const told = (value: unknown, ...more: string[]) =>
    answer(['receipt', write('receipt.json', JSON.stringify(value)), ...more]);
  const matched = (checks: number) => `ok ${file}: matches, ${checks} of ${checks} checks, 11 ticks recomputed
   BTC long 3 s, 100.00 USDT: win, pays 182.00 USDT
   ticks sealed by ${tapeKey.hex}
   its ticks do not say where they came from
   slip signed by ${slipKey.hex}
   a receipt of version 1, which names no place in the public log`;
  expect(await told(won())).toEqual(ok(matched(8)));
  expect(await told({ code: 200, msg: '', data: won() }, '--key', tapeKey.hex)).toEqual(ok(matched(9)));
  expect(await told(won(), '--slip-key', slipKey.hex)).toEqual(ok(matched(9)));
  const unmatched = (...lines: string[]) =>
    failed([`${file}: does not match`, ...lines.map((line) => `  ${line}`)].join('\n'));
  expect(await answer(['receipt', write('receipt.json', 'hello')])).toEqual(
    unmatched('this is not a receipt: the file cannot be read as JSON'),
  );
  expect(await told(7)).toEqual(unmatched('this is not a receipt: it is something else'));
  expect(await told({ code: 500, data: won() })).toEqual(unmatched('this is not a receipt: code is invalid'));
  expect(await told({ code: 200 })).toEqual(unmatched('this is not a receipt: code is invalid'));
  const { order, runs, postings } = won();
  const instead = (path: string, value: unknown) => change(won(), path.split('.'), () => value);
  expect(await told(instead('order.seconds', 0))).toEqual(unmatched('this is not a receipt: order.seconds is invalid'));
  const made = {
    prices: steady(6_400_000, 6_400_001),
    outcome: 'win' as const,
    payout: '182.00',
    entry: entryAt('64000.00'),
    exit: entryAt('64000.01', 7),
  };
  expect(await told(makeReceipt({ ...made, rule: 9 }))).toEqual(
    unmatched('it was agreed under a rule that is unknown here: rule 9; known are 1, 2'),
  );
  expect(await told(makeReceipt({ ...made, coin: { symbol: 'ETH', id: 2 } }))).toEqual(
    unmatched('the ticks are not those of the signed tape: ticks of BTC instead of ETH'),
  );
  expect(await told(instead('order.id', order.id.replace(/.$/, 'c')))).toEqual(
    unmatched('the slip was not signed for these terms'),
  );
  const at = (offset: number) => `slot ${order.headSlot + offset} (${timeOf(order.headSlot + offset)})`;
  expect(await told(instead('runs.0.path', []))).toEqual(
    unmatched(`the ticks are not those of the signed tape: root at ${at(9)}`),
  );
  const { hash } = runs[0]!.ticks.at(-1)!;
  const { output } = await told(instead(`runs.0.ticks.10.price`, '1'));
  expect(output).toContain(`the ticks are not those of the signed tape: tick at ${at(9)} is ${hash}, recomputed `);
  expect(await told(instead('order.entry', null))).toEqual(
    unmatched(`the entry is not the tick that the rule names: entry is –, recomputed 64000.00 @${order.headSlot + 1}`),
  );
  expect(await told(instead('order.dueSlot', 1))).toEqual(
    unmatched(`the exit is not the tick that the rule names: due is 1, recomputed ${order.headSlot + 7}`),
  );
  expect(await told(instead('order.payout', '1.00'))).toEqual(
    unmatched('the payout does not follow from the terms and the result: payout is 1.00, recomputed 182.00'),
  );
  const [stake, paid] = [`${order.at} contract_stake -100.00`, `${order.settledAt} contract_payout 182.00`];
  expect(await told({ ...won(), postings: postings.slice(0, 1) })).toEqual(
    unmatched(`the postings do not match the result: posting is ${stake}, recomputed ${stake}, ${paid}`),
  );
  expect(await told(won(), '--key', stranger)).toEqual(
    unmatched(`it is signed by another key than the trusted one: key is ${tapeKey.hex}, recomputed ${stranger}`),
  );
  const hidden = await told(makeReceipt({ ...made, signedHead: stranger }));
  expect(hidden.output).toContain('the result does not follow from the two prices: outcome is win, recomputed nothing');
});
