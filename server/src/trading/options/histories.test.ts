import { parseDecimal } from '@glasshouse/protocol/decimal';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import * as protocol from '@glasshouse/protocol/options/calls';
import { bidOf } from '@glasshouse/protocol/options/quote';
import { lastSaleSlot, newestTerms } from '@glasshouse/protocol/options/terms';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkBooks } from '#money/ledger/proof.ts';
import { type Crash, openHistory, type Real, readBooks, settlerThatDies, tap } from '../../../test/option-acts.ts';
import * as model from '../../../test/option-model.ts';
import { outcomeCodes } from './product.ts';

// Random histories of buyers, the tape and settlers that crash. Each act is compared with a model that doesn't use the
// database. The long run is part of `npm run nightly` (OPTION_RUNS, OPTION_ACTS).
const runs = Number(process.env.OPTION_RUNS ?? 3);
const acts = Number(process.env.OPTION_ACTS ?? 40);

/**
 * An act of a person, the tape or a settler; always possible, whatever came before. `settles`: afterwards no ended
 * option is left open.
 */
type Act = { name: string; act: (real: Real) => Promise<void>; settles?: boolean };
const reasonOf = ({ code, data }: { code: number; data: unknown }): string | undefined =>
  code === 200 ? undefined : ((data as { reason?: string }).reason ?? String(code));
const priceOf = (text: string) => parseDecimal(text, 2)!;

/** Open options according to the books. */
async function bookedIn(real: Real): Promise<model.Booked> {
  const { options } = await readBooks(real);
  return { isOpen: ({ id }) => options.get(id)!.result === null };
}

/** A random walk of prices that continues the newest one. */
function pricesFrom({ model: of }: Real, count: number, seed: number): bigint[] {
  let [price, state] = [model.headOf(of).price, seed];
  return Array.from({ length: count }, () => {
    state = (state * 48_271 + 11) % 2_147_483_647;
    price += BigInt((state % 4001) - 2000);
    return price;
  });
}
const seed = fc.integer({ min: 1, max: 1_000_000 });
const who = fc.nat({ max: 2 });
const place = fc.nat({ max: 30 });
const nth = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

const walk = fc.tuple(fc.constantFrom(1, 2, 9, 40, 130), seed).map(([count, from]) => ({
  name: `${count} ticks from ${from}`,
  act: (real: Real) => real.write(pricesFrom(real, count, from)),
}));
const walkToEnd = fc.tuple(fc.constantFrom(-1, 0, 0, 12), seed).map(([past, from]) => ({
  name: `ticks to the next end ${past}`,
  act: async (real: Real) => {
    const { held } = real.model;
    const head = model.headOf(real.model).slot;
    const ends = held.map(({ agreed }) => agreed.dueSlot).filter((due) => due > head);
    const count = Math.min(...ends) + past - real.lastSlot();
    if (count > 0 && Number.isFinite(count)) await real.write(pricesFrom(real, count, from));
  },
}));
const still = fc.integer({ min: 1, max: 14 }).map((slots) => ({
  name: `the tape stands still for ${slots}`,
  act: async ({ world }: Real) => world.pass(500 * slots),
}));
const silent = fc.integer({ min: 1, max: 14 }).map((slots) => ({
  name: `the coin is silent for ${slots}`,
  act: (real: Real) => real.silence(slots),
}));
const giveUp = seed.map((from) => ({
  name: 'the rest of the day is given up',
  act: async (real: Real) => {
    await real.giveUpDay();
    await compare(real, false);
    // As many ticks as the volatility of the new day needs.
    await real.write(pricesFrom(real, 45, from));
  },
}));
const rule = fc.constantFrom(1, 2).map((version) => ({
  name: `rule ${version}`,
  act: (real: Real) => real.agreeOn(version),
}));

const wish = fc.record({
  who,
  seconds: fc.constantFrom(60, 60, 60, 180, 3600, 3600),
  side: fc.constantFrom('call' as const, 'put' as const),
  strike: fc.nat({ max: 4 }),
  size: fc.integer({ min: 1, max: 150 }).map((n) => (n / 1000).toFixed(3)),
  waits: fc.constantFrom(0, 0, 0, 4, 11),
  cut: fc.nat({ max: 4 }).map((n) => n === 0),
  seed,
});
type Wish = typeof wish extends fc.Arbitrary<infer One> ? One : never;
const buy = wish.map((asked) => ({
  name: `buy ${JSON.stringify(asked)}`,
  act: (real: Real) => buyAs(real, asked),
}));

async function buyAs(real: Real, asked: Wish): Promise<void> {
  const { model: of, people, quote, taking } = real;
  const strikes = asked.seconds === 3600 ? await strikesOf(real) : undefined;
  const wanted = { seconds: asked.seconds, size: asked.size, ...(strikes && { strike: strikes[asked.strike]! }) };
  if (real.isStale()) return void (await expect(quote(wanted, people[asked.who])).rejects.toThrow('tape_stale'));
  const quoted = (await quote(wanted, people[asked.who]))[asked.side];
  if (asked.waits > 0) await real.write(pricesFrom(real, asked.waits, asked.seed));
  const input = taking(quoted);
  const booked = await bookedIn(real);
  const [first, again] = await Promise.all([
    tap(real, asked.who, input, asked.cut),
    tap(real, asked.who, input, asked.cut),
  ]);
  const premium = parseUnits(quoted.premium, 'USDT')!;
  const size = parseUnits(asked.size, 'BTC')!;
  // A flash option gets its strike from the tick that accepts it.
  const strike = strikes ? priceOf(quoted.strike) : model.headOf(of).price;
  const exposure = model.exposureOf({ symbol: 1, size, strike });
  const refused = model.refusals(of, { who: asked.who, premium, exposure, waited: asked.waits }, booked);
  const reason = reasonOf(first);
  expect(reasonOf(again), 'the same tap twice at once').toBe(reason);
  // A quote that was held for a while may be accepted or refused, depending on its value by then. If it is accepted,
  // everything below must hold. The same applies to a quote from before the rule changed.
  const isPassed =
    (asked.waits > 0 && reason === 'quote_expired') || (quoted.rule !== of.rule && reason === 'terms_changed');
  if (!isPassed && refused.length > 0) expect(refused).toContain(reason);
  if (!isPassed && refused.length === 0) expect(reason).toBeUndefined();
  if (reason !== undefined) return;
  const { order } = first.data as { order: protocol.OptionOrder };
  expect((again.data as { order: unknown }).order).toEqual(order);
  expect(order).toMatchObject({ size: quoted.size, premium: quoted.premium, rule: of.rule, outcome: null });
  expect(order.headSlot).toBe(model.headOf(of).slot);
  expect(order.dueSlot).toBe(quoted.dueSlot ?? order.headSlot + 2 * asked.seconds);
  expect(priceOf(order.strike)).toBe(strike);
  const option = { symbol: 1, side: asked.side, strike, size };
  const agreed = { ...option, rule: order.rule, premium, dueSlot: order.dueSlot };
  of.held.push({ id: order.id, who: asked.who, agreed });
  const third = await tap(real, asked.who, input, false);
  expect((third.data as { order: unknown }).order).toEqual(order);
}
const strikesOf = async ({ world }: Real) => {
  const { clock } = (await world.visitor().call(protocol.showBoard, { symbol: 'BTC' })).data;
  return clock.find(({ seconds }) => seconds === 3600)?.strikes;
};

/** Every reason why an option can't be sold now; empty if it can be sold. */
function unsold(real: Real, held: model.Position): string[] {
  const hasEnded = model.endOf(real.model, held) || model.headOf(real.model).slot >= held.agreed.dueSlot;
  const isClosed = !hasEnded && model.headOf(real.model).slot > closesAfter(held);
  return [
    ...(hasEnded ? ['order_ended'] : []),
    ...(isClosed ? ['sale_closed'] : []),
    ...(real.isStale() ? ['tape_stale'] : []),
  ];
}
const closesAfter = ({ agreed }: model.Position) => lastSaleSlot({ terms: newestTerms, dueSlot: agreed.dueSlot });
/** Options worth less than the smallest unit can't be sold, because the minimum a seller may ask for is higher. */
const tooLittle = 'quote_expired';
/**
 * Records a sale that was confirmed. Its price must be the fair value by an existing tick: the newest one, unless
 * another arrived at that moment.
 */
async function noteSale({ model: of, shown, people }: Real, held: model.Position): Promise<void> {
  const { outcome, sale, payout } = await shown(held.id, people[held.who]);
  expect(outcome).toBe('sold');
  const price = of.ticks.find(({ slot }) => slot === sale!.slot)?.price;
  expect(priceOf(sale!.price)).toBe(price);
  const by = { ...sale!, price: price! };
  held.sold = parseUnits(payout!, 'USDT')!;
  expect(held.sold).toBe(bidOf(held.agreed, by, held.agreed.dueSlot - by.slot));
}
const sell = fc.tuple(place, fc.boolean()).map(([at, another]) => ({
  name: `sell ${at}`,
  act: async (real: Real) => {
    const held = nth(real.model.held, at);
    if (!held) return;
    const stranger = real.people[(held.who + 1) % 3]!;
    if (another) expect(reasonOf(await real.sell(held.id, stranger))).toBe('not_found');
    const why = unsold(real, held);
    const own = real.people[held.who]!;
    const answers = (await Promise.all([real.sell(held.id, own), real.sell(held.id, own)])).map(reasonOf);
    if (held.sold !== undefined) return void expect(answers, 'the same sale again').toEqual([undefined, undefined]);
    if (why.length > 0) return void expect(why).toEqual(expect.arrayContaining(answers));
    if (answers.every((reason) => reason === tooLittle)) return;
    expect(answers).toEqual([undefined, undefined]);
    await noteSale(real, held);
  },
}));
const sellAtTheEnd = fc.tuple(place, seed).map(([at, from]) => ({
  name: `sell ${at} in the last moment`,
  settles: true,
  act: async (real: Real) => {
    const held = nth(
      real.model.held.filter((one) => one.agreed.dueSlot > real.lastSlot()),
      at,
    );
    if (!held) return settle(real);
    const left = closesAfter(held) - real.lastSlot();
    if (left > 0) await real.write(pricesFrom(real, left, from));
    if (unsold(real, held).length > 0) return settle(real);
    const [answer] = await Promise.all([
      real.sell(held.id, real.people[held.who]!),
      real.write(pricesFrom(real, 1, from)),
      settle(real),
    ]);
    if (reasonOf(answer) === undefined) await noteSale(real, held);
    else expect(['order_ended', 'sale_closed', tooLittle]).toContain(reasonOf(answer));
    await settle(real);
  },
}));

async function settle(real: Real): Promise<void> {
  const settler = settlerThatDies(real, undefined, 0);
  while ((await settler.look()).more);
}
const settleAll = fc.constant({ name: 'settle', settles: true, act: settle });
const settleTogether = fc.constant({
  name: 'two settlers at once',
  settles: true,
  act: async (real: Real) => {
    await Promise.all([settle(real), settle(real)]);
    // A second pass settles the chunks that another settler had locked in the first.
    await settle(real);
  },
});
const crashes: Crash[] = ['before', 'in the middle', 'after', 'the line'];
const settleAndDie = fc.tuple(fc.constantFrom(...crashes), fc.nat({ max: 2 }), fc.boolean()).map(([crash, at, on]) => ({
  name: `settle and die ${crash} ${at}`,
  settles: on,
  act: async (real: Real) => {
    const settler = settlerThatDies(real, crash, at);
    await settler.look().catch(() => {});
    await compare(real, false);
    if (on) await settle(real);
  },
}));

/**
 * Compares every option, every wallet and the exposure of the coin with the rule. After settling, no option that could
 * have ended is open.
 */
async function compare(real: Real, settled: boolean): Promise<void> {
  const { model: of, world } = real;
  const { options, wallets, legs, exposure } = await readBooks(real);
  expect([...options.keys()].toSorted()).toEqual(of.held.map(({ id }) => id).toSorted());
  for (const held of of.held) {
    const row = options.get(held.id)!;
    const end = model.endOf(of, held);
    if (row.result === null) {
      expect(held.sold).toBeUndefined();
      if (settled) expect(end).toBeUndefined();
    } else {
      expect({ result: row.result, payout: row.payout }).toEqual({
        result: outcomeCodes[end!.outcome],
        payout: end!.payout,
      });
      if (held.sold === undefined) expect(row.exit_slot).toEqual(end!.exit ? BigInt(end!.exit.slot) : null);
    }
    const paid = row.payout ?? 0n;
    expect(legs.get(held.id)).toMatchObject({ premiums: 1, payouts: paid > 0n ? 1 : 0, paid });
  }
  const booked: model.Booked = { isOpen: ({ id }) => options.get(id)!.result === null };
  expect(wallets).toEqual(wallets.map((_, person) => model.walletOf(of, person, booked)));
  expect(exposure).toBe(model.openExposure(of, booked));
  expect(exposure <= of.limit).toBe(true);
  expect((await checkBooks(world.db)).drift).toEqual([]);
}

/** Compares the results that each person sees with the model. */
async function compareResults({ model: of, people }: Real): Promise<void> {
  for (const [person, { call }] of people.entries()) {
    const ended = of.held.flatMap((held) => (held.who === person ? (model.endOf(of, held) ?? []) : []));
    const { total } = (await call(protocol.showResults, {})).data;
    const gained = of.held
      .filter((held) => held.who === person)
      .reduce((sum, held) => {
        const end = model.endOf(of, held);
        return end ? sum + end.payout - held.agreed.premium : sum;
      }, 0n);
    expect([total.count, total.profit]).toEqual([ended.length, formatUsdt(gained)]);
  }
}

const weighted: [number, fc.Arbitrary<Act>][] = [
  [9, buy],
  [4, walk],
  [4, walkToEnd],
  [3, sell],
  [3, settleAndDie],
  [2, sellAtTheEnd],
  [1, settleAll],
  [1, settleTogether],
  [1, still],
  [1, silent],
  [1, rule],
  [1, giveUp],
];
const history = fc.array(fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary }))), {
  minLength: acts,
  maxLength: acts,
});

test.each(Array.from({ length: runs }, (_, i) => i + 1))(
  'options end once and as the rule says, whatever buyers, the tape and crashing settlers do (%s)',
  { timeout: 120_000 },
  async () => {
    const real = await openHistory();
    const went: string[] = [];
    await fc.assert(
      fc.asyncProperty(history, async (all) => {
        for (const { name, act, settles = false } of all) {
          went.push(name);
          await act(real);
          await compare(real, settles);
        }
        await settle(real);
        await compare(real, true);
        await compareResults(real);
      }),
      {
        ...{ numRuns: 1, endOnFailure: true, plugins: [fc.unbiased()] },
        // Reports the acts up to the failure, instead of all planned ones.
        reporter: ({ failed, seed: from, errorInstance }) => {
          if (failed) throw new Error(`SEED=${from}: ${went.join(', ')}`, { cause: errorInstance });
        },
        ...(process.env.SEED && { seed: Number(process.env.SEED) }),
      },
    );
  },
);
