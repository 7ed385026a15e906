import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstWrong } from '@glasshouse/protocol/beacon/rounds';
import type { Receipt } from '@glasshouse/protocol/contracts/calls';
import { firstSlotOf } from '@glasshouse/protocol/market/tape';
import { checkReceipt, checkRounds } from '@glasshouse/protocol/orders/receipt';
import { expect, onTestFinished, test } from 'vitest';
import { answer } from '../src/command.ts';
import { change, flip, places } from './sample-receipt.ts';
import { drawn } from './seeded-receipt.ts';

/** The failed checks with their differences. */
const wrong = async (receipt: Receipt) =>
  (await checkReceipt(receipt)).checks.filter(({ ok }) => !ok).map(({ name, differs }) => [name, differs?.field]);
const signed = (receipt: Receipt) => checkRounds(receipt, async (...args) => firstWrong(...args));
const midnight = firstSlotOf(20_776);

test('prices follow from the announced seed and the rounds, also around midnight', async () => {
  const heads = [undefined, midnight - 4, midnight - 1, midnight - 2, midnight - 7];
  const cases = heads.flatMap((head) => ([2, 3] as const).map((version) => ({ version, ...(head && { head }) })));
  for (const wish of cases) {
    const receipt = await drawn(wish);
    expect(await wrong(receipt), JSON.stringify(wish)).toEqual([]);
    expect((await checkReceipt(receipt)).checks.map(({ name }) => name)).toContain('drawn');
  }
  expect((await drawn({ head: midnight - 4 })).drawn!.length).toBe(2);
  expect(await signed(await drawn({ head: midnight - 4 }))).toEqual({ name: 'rounds', ok: true });
});

test('a receipt without seed and rounds is valid, without claiming that proof', async () => {
  const { drawn: _, ...without } = await drawn();
  expect(await wrong(without)).toEqual([]);
  expect((await checkReceipt(without)).checks.map(({ name }) => name)).not.toContain('drawn');
});

test('each wrong part is reported', async () => {
  const receipt = await drawn();
  const day = (at: (string | number)[], make: (value: never) => unknown) =>
    change(receipt, ['drawn', 0, ...at], make as (value: unknown) => unknown);
  const named = async (changed: Receipt) => (await wrong(changed)).map(([, field]) => field);
  const other = 'ab'.repeat(32);
  expect(await named(day(['seed'], () => other))).toEqual(['drawnSeed']);
  expect(await named(day(['beacon', 'genesis'], (at: number) => at + 3))).toEqual(['drawnChain']);
  expect(await named(day(['commitment', 'path', 0], () => other))).toEqual(['drawnDay']);
  expect(await named(day(['commitment', 'announcedSlot'], (at: number) => at + 1))).toEqual(['drawnDay']);
  expect(await named(day(['opening', 'opens', 0, 'price'], () => '6400001'))).toEqual(['drawnOpening']);
  expect(await named(day(['opening', 'slot'], (at: number) => at - 1))).toEqual(['drawnOpening']);
  // A round of a different beacon.
  expect(await named(day(['rounds', 1, 'signature'], (it: string) => flip(it, 40)))).toEqual(['drawnTick']);
  // Two rounds swapped, with or without their numbers.
  const { rounds } = receipt.drawn![0]!;
  const [a, b, ...rest] = rounds;
  expect(await named(day(['rounds'], () => [b, a, ...rest]))).toEqual(['drawnRound']);
  const exchanged = [{ ...a, signature: b!.signature }, { ...b, signature: a!.signature }, ...rest];
  expect(await named(day(['rounds'], () => exchanged))).toEqual(['drawnTick']);
  // One round missing at each place, and one too many.
  for (const i of rounds.keys())
    expect(await named(day(['rounds'], () => rounds.toSpliced(i, 1)))).toEqual(['drawnRound']);
  const next = { round: rounds.at(-1)!.round + 1, signature: a!.signature };
  expect(await named(day(['rounds'], () => [...rounds, next]))).toEqual(['drawnRound']);
  // A position that does not lead to the previous tick.
  expect(await named(day(['position', 'own'], (at: number) => at + 10_000))).toEqual(['drawnFrom']);
  expect(await named({ ...receipt, drawn: [receipt.drawn![0]!, receipt.drawn![0]!] })).toEqual(['drawnDays']);
});

test('a position can be wrong by at most the amount lost in rounding', async () => {
  const receipt = await drawn({ seconds: 30 });
  const own = receipt.drawn![0]!.position.own;
  const named = async (by: number) =>
    (await wrong(change(receipt, ['drawn', 0, 'position', 'own'], () => own + by))).map(([, field]) => field);
  // One cent at 64,000 is about 970 of these units.
  const unseen: number[] = [];
  for (let by = -1000; by <= 1000; by += 10) if ((await named(by)).length === 0) unseen.push(by);
  expect(unseen).toContain(0);
  expect(Math.max(...unseen) - Math.min(...unseen)).toBeLessThan(300);
  expect(await named(500)).not.toEqual([]);
});

test('wrong prices are detected even if the site signs and logs everything', async () => {
  // A price moved by one step, with all hashes and signatures recomputed.
  for (const offset of [0, 1, 4, 7]) {
    const moved = await drawn({ prices: (prices) => (prices[offset]! += 1) });
    expect(await wrong(moved), String(offset)).toEqual([['drawn', offset === 0 ? 'drawnFrom' : 'drawnTick']]);
  }
  // A day that was announced or opened after its rounds were published.
  expect(await wrong(await drawn({ orderAt: 1 }))).toEqual([['drawn', 'drawnLate']]);
  expect(await wrong(await drawn({ orderAt: 0 }))).toEqual([['drawn', 'drawnLate']]);
  // A second day that does not open at the end of the first, or has moved before it began.
  const opened = await drawn({
    head: midnight - 4,
    change: (days) => {
      days[1]!.began.opens[0]!.price += 1n;
    },
  });
  expect(await wrong(opened)).toEqual([['drawn', 'drawnFrom']]);
  const moved = await drawn({
    head: midnight - 4,
    change: (days) => {
      days[1]!.position = { market: 1, own: 0 };
    },
  });
  expect(await wrong(moved)).toEqual([['drawn', 'drawnFrom']]);
  // A day that was opened before it began.
  const early = await drawn({
    head: midnight - 4,
    change: (days) => {
      days[1]!.began.slot = midnight - 1;
    },
  });
  expect(await wrong(early)).toEqual([['drawn', 'drawnOpening']]);
  // A coin that is not in the day.
  const without = await drawn({
    change: (days) => {
      days[0]!.began.opens[0]!.symbol = 2;
    },
  });
  expect(await wrong(without)).toEqual([['drawn', 'drawnOpening']]);
});

test('a single changed character anywhere is detected, except in digits of the position lost in rounding', async () => {
  const receipt = await drawn();
  for (const path of places(receipt.drawn).map((each) => ['drawn', ...each])) {
    if (path[2] === 'position') continue;
    for (const seed of [7, 40, 101]) {
      const changed = change(receipt, path, (value) => flip(value, seed));
      if (JSON.stringify(changed) === JSON.stringify(receipt)) continue;
      expect(await wrong(changed), `${path.join('.')} ${seed}`).not.toEqual([]);
    }
  }
});

test('a round that was not signed by the beacon is reported, also by the command', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'receipt-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'receipt.json');
  const run = async (receipt: Receipt) => {
    writeFileSync(path, JSON.stringify(receipt));
    return answer(['receipt', path]);
  };
  const receipt = await drawn();
  const { rounds } = receipt.drawn![0]!;
  const forged = change(receipt, ['drawn', 0, 'rounds', 1, 'signature'], () => rounds[0]!.signature);
  expect(await signed(forged)).toMatchObject({ ok: false, differs: { field: 'round', given: `${rounds[1]!.round}` } });
  const good = await run(receipt);
  expect(good.output).toContain('its prices follow from the announced seed and 2 rounds');
  expect(good.output).toContain('this beacon is known to the operator');
  // Prices that really follow from a forged round.
  const chosen = await drawn({ forged: true });
  expect(await wrong(chosen)).toEqual([]);
  const last = chosen.drawn![0]!.rounds.at(-1)!.round;
  expect(await signed(chosen)).toMatchObject({ ok: false, differs: { field: 'round', given: `${last}` } });
  const bad = await run(forged);
  expect(bad.code).toBe(1);
  expect(bad.output).toContain(`a round is not signed by the beacon: round ${rounds[1]!.round}`);
  expect(bad.output).toContain('its prices do not follow from seed and rounds: tick at slot');
});
