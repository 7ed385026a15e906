import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as file from '@glasshouse/protocol/orders/settlements-file';
import { expect, onTestFinished, test } from 'vitest';
import { answer } from '../src/command.ts';
import { verifySettlements } from '../src/settlements.ts';
import { sha, slipKey, tapeKey, won } from './sample-receipt.ts';

const verify = (...args: string[]) => answer(args);
function folder() {
  const path = mkdtempSync(join(tmpdir(), 'verify-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return (name: string, text: string) => {
    writeFileSync(join(path, name), text);
    return join(path, name);
  };
}

test('a downloaded receipt matches offline, and a changed one is reported with the location of the fault', async () => {
  const write = folder();
  const text = JSON.stringify(won(), null, 2);
  const good = await verify('receipt', write('good.json', text), '--key', tapeKey.hex, '--slip-key', slipKey.hex);
  expect(good).toMatchObject({ code: 0, output: expect.stringContaining('matches, 9 of 9 checks, 11 ticks') });
  expect(good.output).toContain('BTC long 3 s, 100.00 USDT: win, pays 182.00 USDT');
  const bad = await verify('receipt', write('bad.json', text.replace('"win"', '"lose"')));
  expect(bad.code).toBe(1);
  expect(bad.output).toContain('does not match');
  expect(bad.output).toContain('the result does not follow from the two prices: outcome is lose, recomputed win');
  const stranger = await verify('receipt', write('key.json', text), '--slip-key', 'ab'.repeat(32));
  expect(stranger).toMatchObject({ code: 1, output: expect.stringContaining('another key') });
  for (const nothing of ['hello', '{}', 'null', '[]'])
    expect(await verify('receipt', write('no.json', nothing))).toMatchObject({
      code: 1,
      output: expect.stringContaining('this is not a receipt'),
    });
  expect((await verify('receipt', write('call.json', JSON.stringify({ code: 200, msg: '', data: won() })))).code).toBe(
    0,
  );
  expect((await verify('receipt', write('good.json', text), '--keys')).code).toBe(2);
});

/** A day with a long and a short order on the same ticks. */
function day(): string {
  const { order, runs } = won();
  const [run] = runs;
  const agreed = { rule: 1, seconds: order.seconds, stake: 100_000_000n, returnBp: 8200, headSlot: order.headSlot };
  const slots = { entrySlot: order.entry!.slot, exitSlot: order.exit!.slot, symbol: 'BTC' };
  const name = (text: string) => Buffer.from(sha(Buffer.from(text))).toString('hex');
  const orders: file.Settlement[] = [
    { ...agreed, ...slots, name: name('a'), direction: 'long', outcome: 'win', payout: 182_000_000n },
    { ...agreed, ...slots, name: name('b'), direction: 'short', outcome: 'lose', payout: 0n },
  ];
  return [
    file.headLines(order.dueSlot - 10, order.dueSlot + 10),
    file.tapeLine('BTC', run!.before),
    ...run!.ticks.map(({ slot, price }) => file.tickLine(slot, BigInt(price))),
    file.sealLine({ path: run!.path, checkpoint: run!.checkpoint }),
    file.ordersLine,
    ...orders.map(file.orderLine),
    file.endLine(orders.length),
  ].join('');
}

// In a public line nothing vouches for the name and for terms without effect. The owner's slip does.
const unproven = [0, 4, 5];

test('settlements from before the second version of the rule still match', async () => {
  const name = new URL('./recorded/rule-1-settlements.txt', import.meta.url).pathname;
  const [said] = await verifySettlements([{ name }], undefined);
  expect(said).toContain('5 settlements');
  expect(said).toContain('win 1, lose 1, draw 1, void 2');
});

test('each line is recomputed with its own version of the rule', async () => {
  const write = folder();
  const name = new URL('./recorded/rule-1-settlements.txt', import.meta.url).pathname;
  const check = (changed: string) => verifySettlements([{ name: write('day.txt', changed) }], undefined);
  const lines = readFileSync(name, 'utf8').split('\n');
  const under = (rule: number, outcome: string) => {
    const place = lines.findIndex((line) => line.includes(` ${outcome} `));
    return lines.with(place, lines[place]!.replace(/ 8250 1 /, ` 8250 ${rule} `)).join('\n');
  };
  // Both ticks of the win are in their slots. Those of the draw came late, and those of the void orders never.
  expect((await check(under(2, 'win')))[0]).toContain('5 settlements');
  for (const outcome of ['draw', 'void']) await expect(check(under(2, outcome))).rejects.toThrow('does not tell');
  await expect(check(under(3, 'win'))).rejects.toThrow('rule 3 is unknown here');
});

test('every settlement is recomputed, and any changed tick or outcome is detected', async () => {
  const write = folder();
  const text = day();
  const check = (changed: string) => verifySettlements([{ name: write('day.txt', changed) }], [tapeKey.hex]);
  expect((await check(text))[0]).toContain('2 settlements');
  await expect(verifySettlements([{ name: write('day.txt', text) }], ['ab'.repeat(32)])).rejects.toThrow('another key');
  const lines = text.split('\n');
  const at = lines.indexOf('orders');
  const instead = (place: number, line: string) => check(lines.with(place, line).join('\n'));
  // Each tick with a different price, each tick omitted, and two ticks swapped.
  for (let place = 3; place < at - 1; place++) {
    const [slot, price] = lines[place]!.split(' ');
    await expect(instead(place, `${slot} ${BigInt(price!) + 1n}`), lines[place]).rejects.toThrow('does not match');
    await expect(check(lines.toSpliced(place, 1).join('\n')), lines[place]).rejects.toThrow('does not match');
  }
  await expect(check(lines.with(4, lines[5]!).with(5, lines[4]!).join('\n'))).rejects.toThrow('not after');
  // Each field of the orders.
  for (const place of [at + 1, at + 2]) {
    for (const [field, value] of lines[place]!.split(' ').entries()) {
      if (unproven.includes(field)) continue;
      for (const other of [
        value.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
        'long',
        'short',
        'win',
        'lose',
        'draw',
        '-',
        'ETH',
      ]) {
        // If no tick is missing, both versions of the rule give the same result.
        if (other === value || (field === 6 && other === '2')) continue;
        const changed = lines[place]!.split(' ').with(field, other).join(' ');
        await expect(instead(place, changed), changed).rejects.toThrow('does not match');
      }
    }
    await expect(check(lines.toSpliced(place, 1).join('\n'))).rejects.toThrow('it says 2 settlements, there are 1');
    await expect(check(lines.toSpliced(place, 0, lines[place]!).join('\n'))).rejects.toThrow('twice');
  }
  // Changed stakes and returns are detected where they affect the result.
  await expect(instead(at + 1, lines[at + 1]!.replace(' 100.00 ', ' 100.01 '))).rejects.toThrow('recomputed win');
  await expect(instead(at + 1, lines[at + 1]!.replace(' 8200 ', ' 8201 '))).rejects.toThrow('recomputed win');
  await expect(check(lines.slice(0, -2).join('\n'))).rejects.toThrow('ends early');
  await expect(check('hello\n')).rejects.toThrow('not a settlements file');
});
