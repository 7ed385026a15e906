import { msOf } from '@glasshouse/protocol/market/tape';
import type { Board, OptionOrder } from '@glasshouse/protocol/options/calls';
import { useQueries } from '@tanstack/react-query';
import { useTape } from '../lib/quotes.ts';
import { useQuotesOf } from '../lib/use-quotes.ts';
import { boardQuery, volatilityLeft } from './board.ts';
import { coinOf, inCents, optionFrom, priceInputsFrom, worthOf } from './quote-facts.ts';

type Tick = { slot: number; price: string };

/** The buy-back price at a tick, in full cents, as the rows and their sum show it; `undefined` while unknown. */
export function worthBy(order: OptionOrder, tick: Tick | undefined, board: Board | undefined): bigint | undefined {
  const { symbol, dueSlot } = order;
  if (!tick || !board || board.slot === null || tick.slot >= dueSlot) return undefined;
  const { slot, price } = tick;
  const volatility = volatilityLeft(board, msOf(dueSlot - slot) / 1000);
  if (volatility === undefined) return undefined;
  const by = priceInputsFrom({ slot, price, volatility, model: board.model }, coinOf(symbol));
  return inCents(worthOf(optionFrom(order), dueSlot, by));
}

/** The value of each of these options at the newest tick of its coin, by id. Outdated prices are not used. */
export function useWorths(orders: readonly OptionOrder[]): ReadonlyMap<string, bigint> {
  const paused = useTape((tape) => tape.paused !== undefined);
  const symbols = [...new Set(orders.map(({ symbol }) => symbol))].sort();
  const quotes = useQuotesOf(symbols);
  const boards = useQueries({ queries: symbols.map(boardQuery) });
  const worths = new Map<string, bigint>();
  for (const order of paused ? [] : orders) {
    const worth = worthBy(order, quotes.get(order.symbol), boards[symbols.indexOf(order.symbol)]?.data);
    if (worth !== undefined) worths.set(order.id, worth);
  }
  return worths;
}
