import { randomUUIDv7 } from 'node:crypto';
import type { OptionOrder, OptionResults } from '@glasshouse/protocol/options/calls';

type Ended = NonNullable<OptionOrder['outcome']>;
type Wish = Partial<Pick<OptionOrder, 'symbol' | 'side' | 'seconds' | 'size' | 'premium'>>;
const strike = 63_962.1;
const slotMs = 500;

// How far each outcome ended from the strike, and its payout. The figures are consistent like those of a real order.
const ends: Record<Ended, { moved: number; payout: string }> = {
  win: { moved: 58.3, payout: '29.15' },
  lose: { moved: 24.5, payout: '12.25' },
  draw: { moved: 34.380024, payout: '17.190012' },
  sold: { moved: 41.2, payout: '23.480341' },
  void: { moved: 0, payout: '17.190012' },
};

/** An option that ended this many minutes ago. Only for display, because the tape has no matching prices. */
export function endedOption(outcome: Ended, minutes: number, wish: Wish = {}): OptionOrder {
  const { side = 'call', seconds = 300 } = wish;
  const dueSlot = Math.floor(Date.now() / slotMs) - minutes * 120;
  const headSlot = dueSlot - seconds * 2 - 1;
  const at = new Date(headSlot * slotMs).toISOString();
  const { moved, payout } = ends[outcome];
  const price = (strike + (side === 'call' ? moved : -moved)).toFixed(2);
  const priceInputs = { slot: headSlot, price: strike.toFixed(2), volatility: 420_000, model: 2 };
  return {
    ...{ id: randomUUIDv7(), at, symbol: 'BTC', side, seconds, size: '0.5', premium: '17.190012', ...wish },
    ...{ strike: strike.toFixed(2), spreadBp: 400, rule: 1, headSlot, dueSlot, quote: priceInputs },
    exit: outcome === 'sold' || outcome === 'void' ? null : { slot: dueSlot, price },
    sale: outcome === 'sold' ? { ...priceInputs, slot: dueSlot - 120, price } : null,
    outcome,
    payout,
    settledAt: at,
  };
}

/** An option that ends in a while. */
const openOption = (): OptionOrder => ({
  ...endedOption('lose', -25, { seconds: 3600 }),
  ...{ exit: null, outcome: null, payout: null, settledAt: null },
});

/** A page of records with every outcome, both sides and several lives. */
export const manyOptions = (): OptionOrder[] => [
  openOption(),
  ...(['lose', 'win', 'sold', 'lose', 'void', 'win', 'lose', 'draw', 'lose', 'win', 'lose', 'lose'] as const).map(
    (outcome, i) =>
      endedOption(outcome, 7 + i * 95, {
        side: i % 3 === 1 ? 'put' : 'call',
        seconds: [300, 60, 3600, 900][i % 4]!,
      }),
  ),
];

const tally = (count: number, inProfit: number, paid: string, profit: string, spread: string) => ({
  ...{ count, inProfit, paid, profit, spread },
});

/** The results of a user's options; the parts add up to the total. */
export const optionResults: OptionResults = {
  total: tally(37, 14, '612.404418', '-41.883120', '23.554016'),
  average: '-1.131976',
  bySymbol: [
    { symbol: 'BTC', ...tally(24, 9, '411.202209', '-38.440060', '15.815470') },
    { symbol: 'ETH', ...tally(9, 4, '150.102209', '12.118941', '5.773162') },
    { symbol: 'DOGE', ...tally(4, 1, '51.100000', '-15.562001', '1.965384') },
  ],
  byLife: [
    { seconds: 60, ...tally(8, 3, '61.880018', '4.112000', '2.380001') },
    { seconds: 300, ...tally(23, 9, '395.424400', '-31.403120', '15.208630') },
    { seconds: 86_400, ...tally(6, 2, '155.100000', '-14.592000', '5.965385') },
  ],
};
