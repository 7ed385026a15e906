import { coinSymbols } from '@glasshouse/protocol/money';
import type { listOrders } from '@glasshouse/protocol/options/calls';
import { isLife } from '@glasshouse/protocol/options/terms';
import { call } from '../../lib/call.ts';
import { askedOf, useOrderPages } from '../../trading/order-pages.ts';
import { optionsKey } from '../board.ts';
import { sides } from '../quote-facts.ts';

export const outcomes = ['open', 'win', 'lose', 'draw', 'sold', 'void'] as const;
export type Choice = {
  symbol?: (typeof coinSymbols)[number] | undefined;
  side?: (typeof sides)[number] | undefined;
  seconds?: number | undefined;
  outcome?: (typeof outcomes)[number] | undefined;
};

/** The filters in an address. Invalid ones are ignored. */
export function choiceIn(search: URLSearchParams): Choice {
  const seconds = Number(search.get('seconds'));
  return {
    symbol: askedOf(search, 'symbol', coinSymbols),
    side: askedOf(search, 'side', sides),
    seconds: isLife(seconds) ? seconds : undefined,
    outcome: askedOf(search, 'outcome', outcomes),
  };
}

/** The user's options that match the filters. */
export const useOrders = (choice: Choice) =>
  useOrderPages([...optionsKey, 'list', choice], (before) =>
    call<typeof listOrders>('POST', '/index/option/list', { ...choice, before }),
  );
