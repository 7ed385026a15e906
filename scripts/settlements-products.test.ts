import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { showBoard } from '../protocol/src/options/calls.ts';
import { noteKey, writeKey } from '../protocol/src/publiclog/note.ts';
import * as spot from '../protocol/src/spot/calls.ts';
import { endings, exportedProducts } from '../server/src/roles/products.ts';
import { exportSettlements } from '../server/src/trading/orders/orders.ts';
import { openSettler } from '../server/src/trading/orders/settling/settle.ts';
import { keepLog } from '../server/test/keep-log.ts';
import { openLog } from '../server/test/log.ts';
import { lively, tradeOptions } from '../server/test/options.ts';
import { orderIdAt } from '../server/test/order-id.ts';
import { answer } from '../verify/src/command.ts';

/** A site that trades all products, with a log, its file of the day, and the verifier. */
async function day() {
  const traded = await tradeOptions();
  const { world, db, trader, tick, open, quote, buy, sell, countThrough, slot } = traded;
  const settlers = endings.map((ending) => openSettler({ ending, db, clock: world.clock, settled: () => {} }));
  const log = await openLog(world);
  await world.give(trader, 'spot', 'USDT', 10_000_000_000n);
  const trade = async (side: 'buy' | 'sell', given: string) => {
    const input = { id: orderIdAt(world.clock()), symbol: 'BTC', side, given, spreadBp: 10 };
    const { code } = await trader.call(spot.trade, input);
    expect(code).toBe(200);
    await log.write();
    await tick(...lively(2));
  };
  const settle = async () => {
    for (const settler of settlers) await settler.look();
  };
  const first = slot();
  await tick(...lively(4));
  await log.write();
  await open('long');
  const flash = await buy((await quote()).call);
  const { data: board } = await trader.call(showBoard, { symbol: 'BTC' });
  const { seconds, strikes } = board.clock[0]!;
  const offered = { seconds, strike: strikes[2]! };
  await buy((await quote(offered)).put);
  const toSell = await buy((await quote(offered)).call);
  await log.write();
  await tick(...lively(2));
  await trade('buy', '500');
  await settle();
  await trade('sell', '0.002');
  await sell(toSell.order.id);
  await tick(...lively(flash.order.dueSlot - slot() + 20));
  await settle();
  await countThrough(flash.order.dueSlot);
  await log.write();
  const folder = mkdtempSync(join(tmpdir(), 'settlements-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let text = '';
  const { count } = await exportSettlements(world.db, exportedProducts, { first, last: slot() }, async (part) => {
    text += part;
  });
  await keepLog(log, folder);
  const key = writeKey(await noteKey(log.parts.origin, 'text', log.signer.publicKey));
  const verify = (changed: string, ...more: string[]) => {
    writeFileSync(join(folder, 'day.txt'), changed);
    return answer(['settlements', join(folder, 'day.txt'), ...more]).then(({ output }) => output);
  };
  const ids = [flash.order.id, toSell.order.id];
  return { text, count, ids, verify, against: ['--log', key, '--site', folder] };
}

/** The index of an order's line: the first of its product and outcome. */
const placeOf = (lines: string[], product: string, outcome: string) =>
  lines.findIndex((line) => line.includes(product) && line.includes(`"outcome":${outcome}`));
const another = (line: string, field: string) =>
  line.replace(
    new RegExp(`("${field}":(?:\\{[^}]*?"price":)?"?[\\d.]*)(\\d)`),
    (_, before: string, digit: string) => `${before}${(Number(digit) % 9) + 1}`,
  );

/** The lines of a file, and the indexes of some of its orders. */
function linesOf(text: string) {
  const lines = text.split('\n');
  const at = {
    flash: placeOf(lines, '"seconds":60,', '"'),
    sold: placeOf(lines, '"premium"', '"sold"'),
    open: placeOf(lines, '"premium"', 'null'),
    filled: placeOf(lines, '"given"', '"filled"'),
  };
  const entryOf = (place: number) => lines.findLastIndex((line, i) => i < place && line.startsWith('entry '));
  const ended = (more: number) => (text: string) => text.replace('end 6', `end ${6 + more}`);
  return { lines, at, entryOf, ended };
}

test('all products of a day are recomputed from the tape in the file, and each changed line is reported', async () => {
  const { text, count, ids, verify } = await day();
  expect(count).toBe(6);
  for (const id of ids) expect(text).not.toContain(id);
  expect(text).not.toMatch(/"(id|at|settledAt)"/);
  const good = await verify(text);
  expect(good).toContain('contracts: win');
  expect(good).toMatch(/options: .* sold 1, open 1; staked/);
  expect(good).toContain('coins: filled 2, void 0;');
  const { lines, at, entryOf } = linesOf(text);
  const { flash, sold, open, filled } = at;
  const stillOpen = lines[flash]!.replace(/"exit":\{[^}]*\}/, '"exit":null');
  const changed: [string, number, string, string][] = [
    ['premium', flash, another(lines[flash]!, 'premium'), 'the premium does not follow from the tick of its quote'],
    ['premium of an open one', open, another(lines[open]!, 'premium'), 'the premium does not follow'],
    ['volatility', sold, another(lines[sold]!, 'volatility'), 'the premium does not follow'],
    ['payout', flash, another(lines[flash]!, 'payout'), 'the payout does not follow from the terms and the result'],
    ['sale', sold, another(lines[sold]!, 'sale'), 'the sale price does not follow from the tick of the sale'],
    ['sold for', sold, another(lines[sold]!, 'payout'), 'the payout does not follow'],
    ['exit', flash, another(lines[flash]!, 'exit'), 'the exit is not the tick that the rule names'],
    ['due', open, another(lines[open]!, 'dueSlot'), 'due is'],
    ['fill', filled, another(lines[filled]!, 'received'), 'the amount received does not follow from the price'],
    ['tick of a fill', filled, another(lines[filled]!, 'exit'), 'it was not filled at the tick that the rule names'],
    ['still open', flash, stillOpen.replace(/("outcome"|"payout"):"[^"]*"/g, '$1:null'), 'STILL OPEN'],
    ['a field more', flash, lines[flash]!.replace('{', '{"owner":"7",'), 'this is not a settlement'],
    ['another product', entryOf(filled), lines[entryOf(filled)]!.replace('spot', 'option'), 'this is not a settlement'],
  ];
  for (const [what, place, line, said] of changed) {
    expect(line, what).not.toBe(lines[place]);
    expect(await verify(lines.with(place, line).join('\n')), what).toContain(said);
  }
});

test('the log proves that no order of any product is missing or inserted, and that its spread was logged', async () => {
  const { text, verify, against } = await day();
  const good = await verify(text, ...against);
  expect(good).toContain('none is missing: 6 orders in');
  expect(good).toContain('all at spreads as they were logged: version 1');
  const { lines, at, entryOf, ended } = linesOf(text);
  const { flash, sold, filled } = at;
  const judged = (changed: string[], more = 0) => verify(ended(more)(changed.join('\n')), ...against);
  const entry = lines[entryOf(filled)]!;
  const [, place, accepted] = /^entry (\d+) (\d+) /.exec(entry)!;
  // An order omitted from its entry, and the entry with it.
  expect(await judged(lines.toSpliced(flash, 1), -1)).toContain('ORDERS LEFT OUT: 1 order of the entry');
  expect(await judged(lines.toSpliced(entryOf(sold), 2), -1)).toContain('ORDERS LEFT OUT: 1 order logged at place');
  const invented = lines.toSpliced(filled + 1, 0, `entry ${Number(place) + 1} ${accepted} 1 spot`, lines[filled]!);
  expect(await judged(invented, 1)).toContain('ORDERS ADDED');
  const swapped = lines[entryOf(sold)]!.replace('option', 'spot');
  expect(await judged(lines.with(entryOf(sold), swapped).with(sold, lines[filled]!))).toContain(
    ': of option, not of spot',
  );
  // A different spread, with the result it would have given.
  const spread = (received: string) =>
    lines[filled]!.replace('"spreadBp":10', '"spreadBp":11').replace(/"received":"[^"]*"/, `"received":"${received}"`);
  const [, received = ''] = /recomputed ([\d.]+)/.exec(await judged(lines.with(filled, spread('0.00'))))!;
  expect(await judged(lines.with(filled, spread(received)))).toContain('has a spread of 0.11 %, rule');
});
