import { type Coin, coins } from '@glasshouse/protocol/market/coins';
import { walkDay } from '@glasshouse/protocol/market/synthetic-2';
import { slotsPerDay, slotsPerHour } from '@glasshouse/protocol/market/tape';
import { meanVolatility } from '@glasshouse/protocol/options/mean-volatility';
import { bidOf, type PriceInputs, payoutAt, premiumOf } from '@glasshouse/protocol/options/quote';
import { strikesAround } from '@glasshouse/protocol/options/strikes';
import { clockLives, flashLives, isFlash, lifeSlots, type Option } from '@glasshouse/protocol/options/terms';
import { expect, test } from 'vitest';

// Buys options on a fixed synthetic tape, at regular moments and at moments chosen by a strategy.

const days = 23;
const firstDay = 20_500;
const first = firstDay * slotsPerDay;
const isNightly = process.env.NIGHTLY === '1';
const traded = coins.filter(({ symbol }) => (isNightly ? ['BTC', 'DOGE', 'TRX'] : ['BTC']).includes(symbol));
const spreadBp = 400;

// About every 41 minutes, which covers all parts of ten minutes, hours and days.
const moments: number[] = [];
for (let slot = first + slotsPerDay + 2 * slotsPerHour; slot < first + (days - 1) * slotsPerDay; slot += 5003)
  moments.push(slot);
const lives = [...flashLives, ...clockLives];
// These days contain only three lives of one week, too few to estimate an error.
const judged = lives.filter((seconds) => seconds * 10 <= days * 86_400);

/** Marks the slots whose prices are needed. The others are generated but not read. */
function wantedSlots(): Uint8Array {
  const wanted = new Uint8Array(days * slotsPerDay);
  for (let i = 0; i < wanted.length; i++) if (i % 120 === 119 || i % slotsPerHour === 0) wanted[i] = 1;
  for (const slot of moments) {
    wanted.fill(1, slot - 120 - first, slot - first + 1);
    for (const seconds of flashLives) wanted[slot + lifeSlots(seconds, slot) - first] = 1;
  }
  return wanted;
}

type Tape = { coin: Coin; prices: Float64Array };
function makeTapes(): Tape[] {
  const tapes = traded.map((coin) => ({ coin, prices: new Float64Array(days * slotsPerDay) }));
  const wanted = wantedSlots();
  let opens = traded.map(({ id, start }) => ({ symbol: id, price: start }));
  for (let day = 0; day < days; day++) {
    const seed = new Uint8Array(32).fill(day + 1);
    const walk = walkDay({ version: 3, day: firstDay + day, seed }, { slot: first + day * slotsPerDay, opens }, traded);
    let round = new Uint8Array(32);
    for (let i = 0; i < slotsPerDay; i++) {
      if (i % 6 === 0) {
        round = new Uint8Array(32);
        new DataView(round.buffer).setUint32(0, i);
      }
      walk.step(round);
      const place = day * slotsPerDay + i;
      if (!wanted[place]) continue;
      for (const [n, { price }] of walk.made().entries()) tapes[n]!.prices[place] = Number(price);
    }
    opens = walk.made();
  }
  return tapes;
}

const at = ({ prices }: Tape, slot: number) => BigInt(prices[slot - first]!);
/** All options of one life at one moment: their number, and the payout per USDT of fair value and of premium. */
type Board = { seconds: number; slot: number; lively: number; count: number; fair: number; premium: number };

function buyBoard(tape: Tape, seconds: number, by: PriceInputs, lively: number): Board {
  const slots = lifeSlots(seconds, by.slot);
  const strikes = isFlash(seconds) ? [by.price] : strikesAround(by.price, by.volatility, slots);
  const exit = at(tape, by.slot + slots);
  const size = 10n ** 18n / by.price; // the same value of each coin, large enough to make rounding irrelevant
  const sums = { fair: 0n, premium: 0n, payout: 0n };
  for (const strike of strikes) {
    for (const side of ['call', 'put'] as const) {
      const option: Option = { symbol: tape.coin.id, side, strike, size };
      sums.fair += bidOf(option, by, slots);
      sums.premium += premiumOf(option, by, slots, spreadBp);
      sums.payout += payoutAt(option, exit);
    }
  }
  const gain = (paid: bigint) => Number(sums.payout) / Number(paid) - 1;
  const count = 2 * strikes.length;
  return { seconds, slot: by.slot, lively, count, fair: gain(sums.fair), premium: gain(sums.premium) };
}

/** The annualized volatility of the last minute in millionths, estimated as a buyer would. */
function lastMinute(tape: Tape, slot: number): number {
  let squares = 0;
  for (let each = slot - 119; each <= slot; each++)
    squares += Math.log(tape.prices[each - first]! / tape.prices[each - 1 - first]!) ** 2;
  return 1e6 * Math.sqrt((squares / 120) * 365 * slotsPerDay);
}

function buyAll(): Board[] {
  const tapes = makeTapes();
  const boards: Board[] = [];
  for (const slot of moments) {
    for (const tape of tapes) {
      const moved = lastMinute(tape, slot);
      for (const seconds of lives) {
        const slots = lifeSlots(seconds, slot);
        if (slot + slots >= first + days * slotsPerDay) continue;
        const volatility = meanVolatility(tape.coin, slot, slots);
        const by: PriceInputs = { slot, price: at(tape, slot), volatility, model: 3 };
        boards.push(buyBoard(tape, seconds, by, moved / volatility));
      }
    }
  }
  return boards;
}

/**
 * The mean gain of boards with its standard error. Boards of one day, or of one life if that is longer, are correlated
 * and count as one sample.
 */
function meanOf(boards: readonly Board[], gain: (board: Board) => number) {
  const mean = boards.reduce((sum, board) => sum + gain(board), 0) / boards.length;
  const off = new Map<number, number>();
  for (const board of boards) {
    const stretch = Math.floor(board.slot / Math.max(slotsPerDay, 2 * board.seconds));
    off.set(stretch, (off.get(stretch) ?? 0) + gain(board) - mean);
  }
  const error = Math.sqrt([...off.values()].reduce((sum, each) => sum + each * each, 0)) / boards.length;
  return { mean, error };
}

const boards = buyAll();
const boardsOf = (seconds: number) => boards.filter((board) => board.seconds === seconds);

test('options bought at random moments for their fair value break even on average', () => {
  expect(boards.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(isNightly ? 100_000 : 30_000);
  for (const seconds of judged) {
    const { mean, error } = meanOf(boardsOf(seconds), ({ fair }) => fair);
    expect(Math.abs(mean), `${seconds} s: ${mean} ± ${error}`).toBeLessThan(3 * error);
  }
});

test('with the spread, options cost exactly the spread on average', () => {
  const edge = -spreadBp / (10_000 + spreadBp);
  for (const seconds of judged) {
    const { mean, error } = meanOf(boardsOf(seconds), ({ premium }) => premium);
    expect(Math.abs(mean - edge), `${seconds} s: ${mean} ± ${error}`).toBeLessThan(3 * error);
  }
});

test('buying only after a volatile minute gives no edge', () => {
  for (const seconds of judged) {
    const all = boardsOf(seconds).sort((a, b) => b.lively - a.lively);
    const { mean, error } = meanOf(all.slice(0, all.length / 5), ({ fair }) => fair);
    expect(mean, `${seconds} s: ${mean} ± ${error}`).toBeLessThan(3 * error);
  }
});
