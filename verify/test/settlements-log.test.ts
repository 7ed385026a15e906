import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromHex } from '@glasshouse/protocol/bytes';
import { rootOf, treeOf } from '@glasshouse/protocol/market/tape';
import * as file from '@glasshouse/protocol/orders/settlements-file';
import type { Entry } from '@glasshouse/protocol/publiclog/entries';
import { expect, onTestFinished, test } from 'vitest';
import { verifySettlements } from '../src/settlements.ts';
import { writeLog } from './sample-log.ts';
import { makeReceipt, sha, steady } from './sample-receipt.ts';

const named = (text: string) => createHash('sha256').update(text).digest('hex');
// Only the ticks are used here, so the rest of the receipt does not matter.
const receipt = makeReceipt({
  ...{ prices: steady(6_400_000, 6_400_001), outcome: 'win', payout: '182.00', entry: null, exit: null },
  signedHead: named('head'),
});
const head = receipt.order.headSlot;
const order: file.Settlement = {
  ...{ name: named('a'), symbol: 'BTC', direction: 'long', rule: 1, seconds: 3, stake: 100_000_000n, returnBp: 8200 },
  ...{ headSlot: head, entrySlot: head + 1, exitSlot: head + 7, outcome: 'win', payout: 182_000_000n },
};

/** The orders of an entry accepted this many slots after the head. */
const accepted = (after: number): Entry => ({
  ...{ kind: 'orders', slot: head + after, count: 1, root: rootOf(treeOf([fromHex(order.name)], sha)) },
});
/** The terms of the order, or different ones. */
const terms = (other: Partial<Extract<Entry, { kind: 'terms' }>> = {}): Entry => ({
  ...{ kind: 'terms', version: 1, effectiveAt: 0, rule: 1, minStake: 10_000_000n, maxStake: 5_000_000_000n },
  ...{ maxOpen: 20_000_000_000n, periods: [{ seconds: 3, returnBp: 8200 }], ...other },
});
/** Seconds of the tape, from the first to the last, in slots after the head. */
const tape = (from: number, to: number): Entry[] =>
  Array.from({ length: (to - from) / 2 + 1 }, (_, i) => ({
    ...{
      kind: 'tape',
      slot: head + from + 2 * i,
      size: 1,
      root: sha(new Uint8Array([i])),
      previous: sha(new Uint8Array()),
    },
  }));

/**
 * The verifier's message about a day with the order accepted in one slot, or with none, compared with a log of these
 * entries.
 */
async function judge(after: readonly Entry[], slot: number | undefined, span = { first: -10, through: 40 }) {
  return judgeLog([terms(), ...after], slot, span);
}
async function judgeLog(entries: readonly Entry[], slot: number | undefined, span = { first: -10, through: 40 }) {
  const folder = mkdtempSync(join(tmpdir(), 'settlements-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const place = entries.findIndex(({ kind }) => kind === 'orders');
  const [run] = receipt.runs;
  writeFileSync(
    join(folder, 'day.txt'),
    [
      file.headLines(head + span.first, head + span.through, 2),
      file.tapeLine('BTC', run!.before),
      ...run!.ticks.map(({ slot: at, price }) => file.tickLine(at, BigInt(price))),
      file.sealLine({ path: run!.path, checkpoint: run!.checkpoint }),
      file.ordersLine,
      slot === undefined ? '' : file.entryLine({ place, slot: head + slot, count: 1 }) + file.orderLine(order),
      file.endLine(slot === undefined ? 0 : 1),
    ].join(''),
  );
  const logAt = { where: folder, key: await writeLog(entries, folder) };
  const said = verifySettlements([{ name: join(folder, 'day.txt') }], undefined, logAt);
  return said.then(String, ({ message }: Error) => message);
}

test('an order that was logged before its outcome matches, and one that was logged after it is reported', async () => {
  expect(await judge([...tape(-20, 4), accepted(1), ...tape(6, 60)], 1)).toContain('none is missing: 1 order in 1');
  const late = await judge([...tape(-20, 8), accepted(1), ...tape(10, 60)], 1);
  expect(late).toContain(`ORDERS AFTER THEIR OUTCOME: logged at place 16, after slot ${head + 8}; one was due at`);
  // A second that is logged again does not undo what was known.
  const again = await judge([...tape(-20, 8), ...tape(0, 0), accepted(1), ...tape(10, 60)], 1);
  expect(again).toContain('ORDERS AFTER THEIR OUTCOME');
});

test('an order whose head does not fit the time of its acceptance is reported', async () => {
  const logged = (slot: number) => judge([...tape(-20, 4), accepted(slot), ...tape(6, 60)], slot);
  for (const slot of [-4, 4]) expect(await logged(slot)).toContain('none is missing');
  for (const slot of [-5, 5])
    expect(await logged(slot)).toContain(
      `ORDERS AFTER THEIR OUTCOME: accepted at slot ${head + slot}, with slot ${head} as the head`,
    );
});

test('an order that was logged a day late or long before its time is reported in the file of the day it was logged', async () => {
  const next = { first: 20, through: 400 };
  // Accepted in the last minute of the previous day and logged a moment later: the file of that day contains it.
  const inTime = [...tape(-20, 18), accepted(10), ...tape(20, 450)];
  expect(await judge(inTime, undefined, next)).toContain('none is missing: 0 orders');
  const keptBack = [...tape(0, 280), accepted(10), ...tape(282, 450)];
  expect(await judge(keptBack, undefined, next)).toContain(
    `ORDERS KEPT BACK: those of slot ${head + 10} were logged at place 142, after slot ${head + 280}`,
  );
  const ahead = [...tape(-20, 0), accepted(300), ...tape(2, 100)];
  expect(await judge(ahead, undefined)).toContain(
    `ORDERS AHEAD OF THEIR TIME: of slot ${head + 300}, before slot ${head + 2}`,
  );
  // After a gap in the tape, the first orders may come before its first second.
  const silent = [...tape(-400, -300), accepted(1), ...tape(2, 60)];
  expect(await judge(silent, 1)).toContain('none is missing: 1 order in 1');
});

test('an order must match terms that were logged before it and in force: return, stakes and rule', async () => {
  const on = (...before: Entry[]) => judgeLog([...before, ...tape(-20, 4), accepted(1), ...tape(6, 60)], 1);
  expect(await on(terms())).toContain('all on terms as they were logged: version 1 at place 0');
  const others = [
    { periods: [{ seconds: 3, returnBp: 8500 }] },
    { periods: [{ seconds: 30, returnBp: 8200 }] },
    { minStake: 100_000_001n },
    { maxStake: 99_999_999n },
    { rule: 2 },
    { effectiveAt: (head + 2) * 500 },
  ];
  for (const other of others)
    expect(await on(terms(other)), JSON.stringify(Object.keys(other))).toContain(
      `OTHER TERMS than were logged: ${order.name} at place 14 has 100.00 USDT for 3 s at 82 %, rule 1; in force was`,
    );
  expect(await on()).toContain('in force was nothing');
  // Terms that are logged later change nothing, whatever start they claim.
  const late = [terms({ periods: [] }), ...tape(-20, 4), accepted(1), terms({ version: 2 })];
  expect(await judgeLog([...late, ...tape(6, 60)], 1)).toContain('in force was version 1 at place 0');
});

test('only terms in force count, the previous ones for ten more seconds, and withdrawn ones not at all', async () => {
  const on = (...before: Entry[]) => judgeLog([...before, ...tape(-20, 4), accepted(1), ...tape(6, 60)], 1);
  const next = (after: number) =>
    terms({ version: 2, effectiveAt: (head + after) * 500, periods: [{ seconds: 3, returnBp: 8500 }] });
  for (const after of [2, 1, -18]) expect(await on(terms(), next(after)), `${after}`).toContain('version 1 at place 0');
  expect(await on(terms(), next(-19))).toContain('in force was version 2 at place 1');
  const withdrawn = (says: unknown): Entry => ({
    ...{ kind: 'setting', about: 'withdrawn_change', version: 2, says: JSON.stringify(says) },
  });
  expect(await on(terms(), next(-400), withdrawn({ about: 'contract_terms' }))).toContain('version 1 at place 0');
  expect(await on(terms(), next(-400), withdrawn({ about: 'money_config' }))).toContain('OTHER TERMS');
  expect(await on(terms(), next(-400), terms())).toContain(
    'TERMS CHANGED: version 1 was logged at place 2, after version 2',
  );
});

test('terms are found however long ago they were logged, and later ones are not overlooked', async () => {
  const longAgo = (...before: Entry[]) => judgeLog([...before, ...tape(-1400, 4), accepted(1), ...tape(6, 60)], 1);
  expect(await longAgo(terms())).toContain('version 1 at place 0');
  const other = terms({ version: 2, effectiveAt: 1, periods: [{ seconds: 3, returnBp: 8500 }] });
  expect(await longAgo(terms(), other)).toContain('in force was version 2 at place 1');
  const between = [terms(), ...tape(-1400, -700), other, ...tape(-698, 4), accepted(1), ...tape(6, 60)];
  expect(await judgeLog(between, 1)).toContain('in force was version 2 at place 352');
});

test('slots that the log reports as given up during the orders must be in the file', async () => {
  const given = (first: number, last: number) => {
    const lost: Entry = { kind: 'givenUp', day: 20_777, first: head + first, last: head + last };
    return judge([...tape(-20, 4), accepted(1), lost, ...tape(6, 60)], 1);
  };
  for (const [first, last] of [
    [7, 30],
    [-9, 1],
    [2, 3],
  ] as const)
    expect(await given(first, last)).toContain(
      `GIVEN UP LEFT OUT: the log says at place 15 that slots ${head + first} to ${head + last} were given up`,
    );
  for (const [first, last] of [
    [8, 30],
    [-9, 0],
  ] as const)
    expect(await given(first, last)).toContain('none is missing: 1 order in 1');
});
