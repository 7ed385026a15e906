import { getOverview } from '@glasshouse/protocol/assets/calls';
import * as protocol from '@glasshouse/protocol/contracts/calls';
import { breakEvenOf, dueSlot, type Outcome, payoutOf } from '@glasshouse/protocol/contracts/settle';
import { coins } from '@glasshouse/protocol/market/coins';
import { dayOf, msOf, slotAt, slotsPerDay } from '@glasshouse/protocol/market/tape';
import { formatUnits } from '@glasshouse/protocol/money';
import { lateAfter } from '@glasshouse/protocol/orders/tape-rule';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plus } from '#platform/runtime/clock.ts';
import { openTape } from '../../../../test/tape.ts';
import { newWorld, type World } from '../../../../test/world.ts';
import { openRollup } from '../../orders/settling/rollup.ts';
import { contractWallet } from '../orders.ts';
import { outcomeCodes } from '../product.ts';
import { ending } from '../settling/ending.ts';
import { intervalOf, verdictOf } from './luck.ts';

type Person = Awaited<ReturnType<World['person']>>;
type SettledContract = { symbol: number; seconds: number; stake: bigint; outcome: Outcome | null; due: number };
const returns: Record<number, number> = { 30: 8200, 60: 8500, 300: 9200 };
const usdt = (units: bigint) => formatUnits(units, 'USDT');

/** An id made at a given moment, as the app makes it at the tap. */
let made = 0;
function idAt(ms: number): string {
  const hex = Math.floor(ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${(++made).toString(16).padStart(12, '0')}`;
}

const prices = { win: [100n, 101n], lose: [101n, 100n], draw: [100n, 100n], void: [null, null] } as const;

/** Contracts as settling leaves them. Only the owner of the tables can write both halves of a row at once. */
const arrange = (world: World, person: Person, contracts: readonly SettledContract[]) =>
  world.owner
    .insertInto('contract')
    .values(
      contracts.map(({ symbol, seconds, stake, outcome, due }) => {
        const head = due - 1 - 2 * seconds;
        const at = new Date(msOf(head) + 700);
        const ended = outcome && {
          result: outcomeCodes[outcome],
          entry_price: prices[outcome][0],
          exit_price: prices[outcome][1],
          payout: payoutOf({ stake, returnBp: returns[seconds]! }, outcome),
          settled_at: plus(at, 1000 * seconds),
        };
        return {
          account: contractWallet(person.number),
          id: idAt(at.getTime()),
          at,
          head_slot: BigInt(head),
          due_slot: BigInt(dueSlot({ headSlot: head, seconds })),
          stake,
          symbol,
          seconds,
          return_bp: returns[seconds]!,
          rule: 1,
          long: true,
          ...ended,
        };
      }),
    )
    .execute();

/** Has the settler count by day what ended up to a slot. */
async function countThrough(world: World, slot: number) {
  const roll = openRollup(world.owner, ending);
  // The first call only records which transactions are in progress; the mark moves once they have ended.
  const ask = async () => ((await roll(slot + lateAfter))?.through ?? 0) >= slot;
  await expect.poll(ask, { timeout: 50_000, interval: 20 }).toBe(true);
}

const resultsOf = async (person: Person, days: '7' | '30' | 'all' = 'all') =>
  (await person.call(protocol.showResults, { days })).data;

function recount(contracts: readonly SettledContract[]) {
  const ended = contracts.filter((one) => one.outcome !== null);
  const count = (outcome: Outcome) => ended.filter((one) => one.outcome === outcome).length;
  const staked = ended.reduce((sum, { stake }) => sum + stake, 0n);
  const paid = ended.reduce(
    (sum, { stake, seconds, outcome }) => sum + payoutOf({ stake, returnBp: returns[seconds]! }, outcome!),
    0n,
  );
  const tally = { wins: count('win'), losses: count('lose'), draws: count('draw'), voids: count('void') };
  return { ...tally, staked: usdt(staked), profit: usdt(paid - staked) };
}

const by = (contracts: readonly SettledContract[], key: 'symbol' | 'seconds') =>
  [...Map.groupBy(contracts, (one) => one[key])]
    .filter(([, of]) => of.some((one) => one.outcome !== null))
    .sort(([a], [b]) => a - b)
    .map(([value, of]) => ({
      [key]: key === 'symbol' ? coins.find((coin) => coin.id === value)!.symbol : value,
      ...recount(of),
    }));

test('a user without ended orders has empty results', async () => {
  const world = await newWorld();
  const ann = await world.person();
  expect(await resultsOf(ann)).toEqual({
    total: { wins: 0, losses: 0, draws: 0, voids: 0, staked: '0.00', profit: '0.00' },
    average: '0.00',
    winRate: null,
    interval: null,
    breakEven: null,
    verdict: 'too_few',
    bySymbol: [],
    byPeriod: [],
  });
  expect((await world.visitor().call(protocol.showResults, {})).code).toBe(401);
  expect((await ann.call(protocol.showResults, { days: '8' as never })).code).toBe(400);
});

test.each([1, 2, 3, 4])('results, income and commitments equal a recount of all contracts (%s)', async (seed) => {
  const world = await newWorld();
  const ann = await world.person();
  const bob = await world.person();
  const tape = await openTape(world);
  const newest = tape.now();
  await tape.write(newest, 6_400_000);
  const today = dayOf(newest);
  // Everything up to this slot has ended and is counted by day; nothing after it is.
  const through = newest - 150 * seed;
  const contract = (first: number, last: number, ...outcomes: (Outcome | null)[]) =>
    fc.record({
      symbol: fc.constantFrom(1, 2, 24),
      seconds: fc.constantFrom(30, 60, 300),
      stake: fc.bigInt({ min: 10_000_000n, max: 5_000_000_000n }),
      outcome: fc.constantFrom(...outcomes),
      due: fc.integer({ min: first, max: last }),
    });
  const counted = contract(newest - 40 * slotsPerDay, through, 'win', 'lose', 'draw', 'void');
  const tail = contract(through + 1, newest, 'win', 'lose', 'draw', 'void', null);
  const sample = (of: typeof counted, size: number) =>
    fc.sample(fc.array(of, { minLength: size, maxLength: 60 }), { numRuns: 1, seed })[0]!;
  const mine = [...sample(counted, 20), ...sample(tail, 10)];
  await arrange(world, ann, mine);
  await arrange(world, bob, sample(tail, 5));
  await countThrough(world, through);

  const all = await resultsOf(ann);
  const decided = mine.filter((one) => one.outcome === 'win' || one.outcome === 'lose');
  const needed = decided.reduce((sum, { seconds }) => sum + breakEvenOf(returns[seconds]!), 0);
  expect(all).toMatchObject({
    total: recount(mine),
    bySymbol: by(mine, 'symbol'),
    byPeriod: by(mine, 'seconds'),
    breakEven: Math.ceil(needed / decided.length),
  });
  for (const days of ['7', '30'] as const) {
    const within = mine.filter(({ due }) => dayOf(due) > today - Number(days));
    expect((await resultsOf(ann, days)).total).toEqual(recount(within));
  }
  const { income, committed, totalContract } = (await ann.call(getOverview, {})).data;
  expect(income.sources.find(({ source }) => source === 'contracts')).toEqual({
    source: 'contracts',
    today: recount(mine.filter(({ due }) => dayOf(due) === today)).profit,
    total: recount(mine).profit,
  });
  const open = usdt(mine.filter((one) => one.outcome === null).reduce((sum, { stake }) => sum + stake, 0n));
  expect(totalContract.usdt).toBe(open);
  expect(committed).toMatchObject([{ account: 'committed_contracts', usdt: open }]);
});

test('the average is per ended order, and the win rate counts only wins and losses', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const due = slotAt(world.clock().getTime());
  const order = { symbol: 1, seconds: 60, stake: 100_000_000n, due };
  const outcomes: Outcome[] = ['win', 'win', 'lose', 'draw', 'void'];
  await arrange(
    world,
    ann,
    outcomes.map((outcome) => ({ ...order, outcome })),
  );
  expect(await resultsOf(ann)).toMatchObject({
    total: { wins: 2, losses: 1, draws: 1, voids: 1, staked: '500.00', profit: '70.00' },
    average: '14.00',
    winRate: 6666,
    breakEven: 5406,
    interval: { low: 2076, high: 9386 },
    verdict: 'too_few',
  });
});

test('the interval is Wilson’s, symmetric in wins and losses, and only a clear difference gets a verdict', () => {
  // From published tables of the interval: 35.5 to 64.5, 50.2 to 69.1 and 71.1 to 86.7 percent.
  expect(intervalOf(21, 21)).toEqual({ low: 3552, high: 6448 });
  expect(intervalOf(60, 40)).toEqual({ low: 5020, high: 6906 });
  expect(intervalOf(80, 20)).toEqual({ low: 7111, high: 8667 });
  const verdict = (wins: number, losses: number) => verdictOf(wins + losses, intervalOf(wins, losses));
  expect([verdict(0, 0), verdict(29, 0), verdict(30, 0), verdict(0, 30)]).toEqual([
    'too_few',
    'too_few',
    'better_than_luck',
    'worse_than_luck',
  ]);
  expect([verdict(21, 21), verdict(59, 41), verdict(60, 40), verdict(40, 60)]).toEqual([
    'like_luck',
    'like_luck',
    'better_than_luck',
    'worse_than_luck',
  ]);
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), (wins, losses) => {
      fc.pre(wins + losses > 0);
      const { low, high } = intervalOf(wins, losses)!;
      const rate = (wins * 10_000) / (wins + losses);
      expect(low).toBeLessThanOrEqual(rate);
      expect(high).toBeGreaterThanOrEqual(rate);
      const turned = intervalOf(losses, wins)!;
      expect(Math.abs(turned.low + high - 10_000)).toBeLessThanOrEqual(1);
    }),
  );
});
