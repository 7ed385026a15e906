import type { Quote as Tick } from '@glasshouse/protocol/market/calls';
import type { Side } from '@glasshouse/protocol/options/black-scholes';
import type { Board } from '@glasshouse/protocol/options/calls';
import { lifeSlots } from '@glasshouse/protocol/options/terms';
import { useAccount } from '../lib/account.ts';
import { optionPractice } from '../trading/practice/options.ts';
import { useChoices } from './choices.ts';
import { usePositions } from './positions.ts';
import { practiceQuotes } from './practice/order.ts';
import { coinOf, type Facts, factsOf, perCoinOf, priceInputsFrom } from './quote-facts.ts';
import { maxOf, obstacleOf } from './size.ts';
import { useBuying, useReason } from './use-buying.ts';
import { quoteFacts, useOptionQuotes } from './use-option-quotes.ts';
import { useMoney, useSize } from './use-size.ts';

const marked = 5;

/** The call and the put of the chosen life at the current price, and what prevents buying them. */
export function useFlash({ symbol, board, tick }: { symbol: string; board: Board; tick: Tick }) {
  const coin = coinOf(symbol);
  const chosen = useChoices(({ flash }) => flash);
  const { seconds, volatility } = board.flash.find((life) => life.seconds === chosen) ?? board.flash[0]!;
  const size = useSize(coin, tick.price);
  const money = useMoney();
  const { user } = useAccount();
  const practised = optionPractice.useOpen();
  const quoted = useOptionQuotes({ symbol, seconds, size: size.amount }, true);
  const held = user ? quoted.held : practiceQuotes(board, tick, { seconds, size: size.units });
  const { data: positions } = usePositions(user !== null);
  const own = user ? (positions?.orders ?? []) : practised ? [practised] : [];
  const by = priceInputsFrom({ ...tick, volatility, model: board.model }, coin);
  const slots = lifeSlots(seconds, by.slot);
  const at = { symbol: coin.id, strike: by.price };
  const live = (side: Side): Facts => factsOf({ ...at, side, size: size.units }, by, slots, board.spreadBp);
  const facts = held ? quoteFacts(held, by) : { call: live('call'), put: live('put') };
  const dearest = facts.call.premium > facts.put.premium ? facts.call : facts.put;
  const covered = (by.price * size.units) / 10n ** BigInt(coin.decimals + 2);
  const obstacle = size.amount ? obstacleOf(dearest.premium, covered, board, money.paid, money.available) : undefined;
  return {
    ...{ symbol, coin, seconds, volatility, size, money, held, facts, dearest, obstacle },
    most: maxOf(board, money.paid, coin, by.price),
    perCoin: perCoinOf({ ...at, side: dearest.option.side }, by, slots, board.spreadBp),
    reason: useReason(obstacle, size.amount !== undefined, quoted.error, money.practice),
    buying: useBuying(money),
    /** The options that its chart marks. */
    open: own.filter((order) => order.symbol === symbol && order.seconds === seconds).slice(0, marked),
    /** The cost of a call of another life. */
    premiumOf: (life: Board['flash'][number]): bigint => {
      const after = { ...by, volatility: life.volatility };
      const option = { ...at, side: 'call', size: size.units } as const;
      return factsOf(option, after, lifeSlots(life.seconds, by.slot), board.spreadBp).premium;
    },
  };
}
export type FlashState = ReturnType<typeof useFlash>;
