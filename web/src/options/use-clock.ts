import { compareDecimal, unitsAt } from '@glasshouse/protocol/decimal';
import type { Quote as Tick } from '@glasshouse/protocol/market/calls';
import type { Board } from '@glasshouse/protocol/options/calls';
import { useChoices } from './choices.ts';
import { coinOf, factsOf, factsOfQuote, perCoinOf, priceInputsFrom } from './quote-facts.ts';
import { maxOf, obstacleOf } from './size.ts';
import { useBuying, useReason } from './use-buying.ts';
import { useOptionQuotes } from './use-option-quotes.ts';
import { useMoney, useSize } from './use-size.ts';

/** The option selected in the table of strikes, and what prevents buying it. */
export function useClock({ symbol, board, tick }: { symbol: string; board: Board; tick: Tick }) {
  const coin = coinOf(symbol);
  const chosen = useChoices();
  const life = board.clock.find(({ seconds }) => seconds === chosen.clock) ?? board.clock[0]!;
  // The middle strike is nearest to the price.
  const strike =
    life.strikes.find((each) => chosen.strike !== '' && compareDecimal(each, chosen.strike) === 0) ??
    life.strikes[life.strikes.length >> 1]!;
  const { side } = chosen;
  const size = useSize(coin, tick.price);
  const money = useMoney();
  const { held, error } = useOptionQuotes({ symbol, seconds: life.seconds, strike, size: size.amount }, true);
  const by = priceInputsFrom({ ...tick, volatility: life.volatility, model: board.model }, coin);
  const slots = life.dueSlot - by.slot;
  const option = { symbol: coin.id, side, strike: unitsAt(strike, coin.decimals), size: size.units };
  const quote = held?.[side];
  const facts = quote ? factsOfQuote(quote) : factsOf(option, by, slots, board.spreadBp);
  const covered = (option.strike * size.units) / 10n ** BigInt(coin.decimals + 2);
  const obstacle = size.amount ? obstacleOf(facts.premium, covered, board, money.paid, money.available) : undefined;
  return {
    ...{ symbol, coin, life, strike, side, size, money, by, slots, facts, quote, obstacle },
    spreadBp: board.spreadBp,
    most: maxOf(board, money.paid, coin, option.strike),
    perCoin: perCoinOf(option, by, slots, board.spreadBp),
    reason: useReason(obstacle, size.amount !== undefined, error),
    buying: useBuying(money),
  };
}
export type ClockState = ReturnType<typeof useClock>;
