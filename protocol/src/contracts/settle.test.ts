import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lateAfter, type Price, waitsForAll } from '../orders/tape-rule.ts';
import {
  breakEvenOf,
  type ContractAgreement,
  type Direction,
  decidedAt,
  dueSlot,
  evenOdds,
  type Outcome,
  payoutOf,
  rules,
  settle,
  stageAt,
} from './settle.ts';

// Few prices and short periods make draws, voids and both directions common.
const head = 1000;
const terms = fc.record({
  rule: fc.constant(1),
  direction: fc.constantFrom<Direction>('long', 'short'),
  seconds: fc.integer({ min: 1, max: 12 }),
  stake: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  returnBp: fc.integer({ min: 1, max: 10_000 }),
  headSlot: fc.constant(head),
});
/** A tape from the head onwards with ticks in some of its slots. Some gaps are long enough to void an order. */
const tape = fc
  .array(
    fc.record({
      step: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 1, max: 3 }) },
        { weight: 1, arbitrary: fc.integer({ min: 8, max: 25 }) },
      ),
      price: fc.bigInt({ min: 100n, max: 102n }),
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    const ticks: Price[] = [];
    for (const { step, price } of steps) ticks.push({ slot: (ticks.at(-1)?.slot ?? head) + step, price });
    return ticks;
  });
const last = (ticks: readonly Price[]) => ticks.at(-1)?.slot ?? head;
const other = (direction: Direction): Direction => (direction === 'long' ? 'short' : 'long');
const mirrored: Record<Outcome, Outcome> = { win: 'lose', lose: 'win', draw: 'draw', void: 'void' };
const whole = fc.tuple(terms, tape, fc.integer({ min: 0, max: 30 })).map(([agreed, ticks, silence]) => ({
  agreed,
  ticks,
  through: last(ticks) + silence,
}));

/** The rule implemented independently, slot by slot. */
function inWords({ direction, seconds, headSlot, stake, returnBp }: ContractAgreement, ticks: readonly Price[]) {
  const at = (slot: number) => ticks.find((tick) => tick.slot === slot);
  const within = (first: number) => {
    for (let slot = first; slot < first + lateAfter + (first === headSlot + 1 ? 0 : 1); slot++)
      if (at(slot)) return at(slot)!;
    return undefined;
  };
  const entry = within(headSlot + 1);
  const exit = entry && within(headSlot + 1 + seconds * 2);
  if (!entry || !exit) return { outcome: 'void', payout: stake, entry, exit };
  if (exit.price === entry.price) return { outcome: 'draw', payout: stake, entry, exit };
  const rose = exit.price > entry.price;
  const right = rose === (direction === 'long');
  const profit = (stake * BigInt(returnBp) - ((stake * BigInt(returnBp)) % 10_000n)) / 10_000n;
  return { outcome: right ? 'win' : 'lose', payout: right ? stake + profit : 0n, entry, exit };
}

test('a decided order matches an independent implementation of the rule', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(whole, ({ agreed, ticks, through }) => {
      const settled = settle(agreed, ticks, through);
      seen.add(settled?.outcome ?? 'undecided');
      if (settled) expect(settled).toEqual(inWords(agreed, ticks));
      // An order stays undecided only while the tape does not reach the end of its wait.
      else expect(through).toBeLessThan(dueSlot(agreed) + lateAfter);
    }),
    { numRuns: 5000 },
  );
  expect(seen).toEqual(new Set(['win', 'lose', 'draw', 'void', 'undecided']));
});

test('a losing order is paid nothing, and a winning order at least its stake', () => {
  fc.assert(
    fc.property(whole, ({ agreed, ticks, through }) => {
      const settled = settle(agreed, ticks, through);
      if (!settled?.entry || !settled.exit) return;
      const moved = settled.exit.price - settled.entry.price;
      const forUser = agreed.direction === 'long' ? moved : -moved;
      const least = forUser < 0n ? 0n : agreed.stake;
      const most = forUser > 0n ? 2n * agreed.stake : least;
      expect(settled.payout).toBeGreaterThanOrEqual(least);
      expect(settled.payout).toBeLessThanOrEqual(most);
    }),
  );
});

test('long and short mirror each other: one wins where the other loses, with the same draws and voids', () => {
  fc.assert(
    fc.property(whole, ({ agreed, ticks, through }) => {
      const one = settle(agreed, ticks, through);
      const two = settle({ ...agreed, direction: other(agreed.direction) }, ticks, through);
      const outcome = one && mirrored[one.outcome];
      expect(two).toEqual(outcome && { ...one, outcome, payout: payoutOf(agreed, outcome) });
      // The same tape with mirrored prices.
      const turned = ticks.map(({ slot, price }) => ({ slot, price: 1000n - price }));
      expect(settle({ ...agreed, direction: other(agreed.direction) }, turned, through)?.outcome).toBe(one?.outcome);
    }),
  );
});

test('a payout is exact to the minor unit, and the house keeps the rounded remainder', () => {
  expect(payoutOf({ stake: 10_000_001n, returnBp: 8200 }, 'win')).toBe(18_200_001n);
  expect(payoutOf({ stake: 1n, returnBp: 9999 }, 'win')).toBe(1n);
  expect(payoutOf({ stake: 1n, returnBp: 10_000 }, 'win')).toBe(2n);
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n }), fc.integer({ min: 1, max: 10_000 }), (stake, returnBp) => {
      const profit = payoutOf({ stake, returnBp }, 'win') - stake;
      const exact = stake * BigInt(returnBp); // in ten-thousandths of a minor unit
      expect(profit * 10_000n).toBeLessThanOrEqual(exact);
      expect((profit + 1n) * 10_000n).toBeGreaterThan(exact);
      expect(payoutOf({ stake, returnBp }, 'lose')).toBe(0n);
      for (const given of ['draw', 'void'] as const) expect(payoutOf({ stake, returnBp }, given)).toBe(stake);
    }),
  );
});

test('more tape never changes a decision, and an order is decided once its exit can no longer come', () => {
  let decided = 0;
  fc.assert(
    fc.property(whole, fc.nat(45), ({ agreed, ticks, through }, cut) => {
      const some = ticks.slice(0, cut);
      // The tape known at that time: signed up to just before the next tick, or further if no tick follows.
      const known = cut >= ticks.length ? through : ticks[cut]!.slot - 1;
      const then = settle(agreed, some, known);
      const now = settle(agreed, ticks, through);
      if (then) decided++;
      expect(now).toEqual(then ?? now);
      expect(now !== undefined || through < dueSlot(agreed) + lateAfter).toBe(true);
    }),
    { numRuns: 3000 },
  );
  expect(decided).toBeGreaterThan(300);
});

test('only the first tick after the head and the first at or after the due slot decide', () => {
  fc.assert(
    fc.property(whole, ({ agreed, ticks, through }) => {
      const candidates = [
        ticks.find((tick) => tick.slot > agreed.headSlot),
        ticks.find((tick) => tick.slot >= dueSlot(agreed)),
      ].filter((tick) => tick !== undefined);
      expect(settle(agreed, candidates, through)).toEqual(settle(agreed, ticks, through));
      // Ticks at or before the head do not matter.
      const before = [{ slot: head - 3, price: 1n }, { slot: head, price: 10n ** 9n }, ...ticks];
      expect(settle(agreed, before, through)).toEqual(settle(agreed, ticks, through));
    }),
  );
});

test('shifting all slots or changing the stake does not change the outcome', () => {
  fc.assert(
    fc.property(
      whole,
      fc.integer({ min: 0, max: 4_000_000_000 }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (given, by, stake) => {
        const { agreed, ticks, through } = given;
        const one = settle(agreed, ticks, through);
        const moved = ticks.map(({ slot, price }) => ({ slot: slot + by, price }));
        const two = settle({ ...agreed, stake, headSlot: head + by }, moved, through + by);
        expect(two?.outcome).toBe(one?.outcome);
        expect(two?.exit).toEqual(one?.exit && { ...one.exit, slot: one.exit.slot + by });
      },
    ),
  );
});

test('an order under an unknown version of the rule is not settled', () => {
  expect(Object.keys(rules)).toEqual(['1', '2']);
  const agreed: ContractAgreement = { rule: 3, direction: 'long', seconds: 30, stake: 1n, returnBp: 1, headSlot: 0 };
  for (const rule of [3, 0, -1, 255]) expect(() => settle({ ...agreed, rule }, [], 0)).toThrow(`no rule ${rule}`);
});

test('under rule 2 only the ticks in two slots decide, however far the tape has gone, and no order is void', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(whole, ({ agreed, ticks, through }) => {
      const [entry, exit] = [head + 1, head + 1 + 2 * agreed.seconds].map((slot) => ticks.find((t) => t.slot === slot));
      const settled = settle({ ...agreed, rule: 2 }, ticks, through);
      seen.add(settled?.outcome ?? 'waits');
      // Ticks at or before the head do not matter here either.
      const before = [{ slot: head - 1, price: 1n }, { slot: head, price: 10n ** 9n }, ...ticks];
      expect(settle({ ...agreed, rule: 2 }, before, through)).toEqual(settled);
      if (!entry || !exit) expect(settled).toBeUndefined();
      // If both ticks exist, the two versions agree.
      else expect(settled).toEqual({ ...settle({ ...agreed, rule: 1 }, ticks, through), entry, exit });
    }),
    { numRuns: 3000 },
  );
  expect(seen).toEqual(new Set(['win', 'lose', 'draw', 'waits']));
});

test('under rule 2 an order waits for a missing slot and uses it as soon as it is written', () => {
  const agreed: ContractAgreement = {
    rule: 2,
    direction: 'long',
    seconds: 30,
    stake: 100n,
    returnBp: 8200,
    headSlot: 0,
  };
  const tape = (...slots: number[]) => slots.map((slot) => ({ slot, price: BigInt(100 + slot) }));
  expect(settle(agreed, tape(2, 61), 10_000)).toBeUndefined();
  expect(settle(agreed, tape(1, 62), 10_000)).toBeUndefined();
  expect(settle(agreed, tape(1, 61, 62), 10_000)).toMatchObject({ outcome: 'win', payout: 182n });
});

test('the limits of time: the last slot that counts and the first that does not', () => {
  const agreed: ContractAgreement = {
    rule: 1,
    direction: 'long',
    seconds: 30,
    stake: 100n,
    returnBp: 8200,
    headSlot: 0,
  };
  const outcome = (entry: number, exit: number, through = 200) =>
    settle(
      agreed,
      [
        { slot: entry, price: 1n },
        { slot: exit, price: 2n },
      ],
      through,
    )?.outcome;
  expect(dueSlot(agreed)).toBe(61);
  expect(outcome(1, 61)).toBe('win');
  expect(outcome(10, 71)).toBe('win');
  expect(outcome(11, 61)).toBe('void');
  expect(outcome(1, 72)).toBe('void');
  expect(outcome(1, 60, 70)).toBeUndefined();
  expect(outcome(1, 60, 71)).toBe('void');
  expect(settle(agreed, [], 9)).toBeUndefined();
  expect(settle(agreed, [], 10)?.outcome).toBe('void');
});

test('the stage follows from the newest slot', () => {
  const order = { headSlot: 0, seconds: 30 };
  expect([0, 1, 60, 61, 500].map((slot) => stageAt(order, false, slot))).toEqual([
    'not_started',
    'in_progress',
    'in_progress',
    'settling',
    'settling',
  ]);
  expect(stageAt(order, true, 61)).toBe('ended');
});

test('the displayed odds are never better than the real ones', () => {
  expect(breakEvenOf(8200)).toBe(5495); // 54.945… %
  expect(breakEvenOf(10_000)).toBe(5000);
  expect(evenOdds({ stake: 100_000_000n, returnBp: 8200 })).toBe(-9_000_000n);
  for (let returnBp = 1; returnBp <= 10_000; returnBp++) {
    // That many wins gain nothing or a little. One ten-thousandth fewer loses.
    const gain = (wins: number) => wins * returnBp - (10_000 - wins) * 10_000;
    expect(gain(breakEvenOf(returnBp))).toBeGreaterThanOrEqual(0);
    expect(gain(breakEvenOf(returnBp) - 1)).toBeLessThan(0);
  }
});

test('under rule 2 an order is void only if slots between head and exit were given up', () => {
  const agreed: ContractAgreement = {
    rule: 2,
    direction: 'long',
    seconds: 2,
    stake: 7n,
    returnBp: 8200,
    headSlot: head,
  };
  const due = dueSlot(agreed);
  const all = Array.from({ length: 20 }, (_, i) => ({ slot: head + 1 + i, price: 100n + BigInt(i) }));
  const before = (first: number) => all.filter(({ slot }) => slot < first);
  const entry = all[0]!;
  const lost = { outcome: 'void', payout: 7n, exit: undefined };
  // The exit, the entry, and all slots between them.
  expect(settle(agreed, before(due), due, [{ first: due, last: due + 5 }])).toEqual({ ...lost, entry });
  const atOnce = [{ first: head + 1, last: due + 5 }];
  expect(settle(agreed, [], head + 1, atOnce)).toEqual({ ...lost, entry: undefined });
  const between = [{ first: head + 2, last: due - 1 }];
  const across = all.filter(({ slot }) => slot < head + 2 || slot >= due);
  expect(settle(agreed, across, due + 3, between)).toEqual({ ...lost, entry });
  // Not signed yet, or the entry is not known yet.
  expect(settle(agreed, before(due), due - 1, [{ first: due, last: due + 5 }])).toBeUndefined();
  expect(settle(agreed, [], due, [{ first: due, last: due + 5 }])).toBeUndefined();
  // Given-up slots at other times have no effect.
  for (const other of [
    { first: head - 9, last: head },
    { first: due + 1, last: due + 9 },
  ])
    expect(settle(agreed, all, due + 9, [other])).toEqual(settle(agreed, all, due + 9));
  expect(settle(agreed, before(due), due + 100)).toBeUndefined();
  // Rule 1 has its own conditions for void orders.
  const one = { ...agreed, rule: 1 };
  expect(settle(one, across, due + 3, between)).toEqual(settle(one, across, due + 3));
  expect(decidedAt(agreed, { entry, exit: undefined }, { first: due, last: due + 5 })).toBe(due);
});

test('an unknown rule counts as one that does not wait, without throwing', () => {
  expect([1, 2, 3].map(waitsForAll)).toEqual([false, true, false]);
});
