import type { listOrders } from '@glasshouse/protocol/contracts/calls';
import { coinSymbols } from '@glasshouse/protocol/money';
import { call } from '../../lib/call.ts';
import { askedOf, useOrderPages } from '../../trading/order-pages.ts';
import { contractsKey } from '../positions.ts';

export const directions = ['long', 'short'] as const;
export const outcomes = ['open', 'win', 'lose', 'draw', 'void'] as const;
export type Choice = {
  symbol?: (typeof coinSymbols)[number] | undefined;
  direction?: (typeof directions)[number] | undefined;
  seconds?: number | undefined;
  outcome?: (typeof outcomes)[number] | undefined;
};

/** The filters in an address. Invalid ones are ignored. */
export function choiceIn(search: URLSearchParams): Choice {
  const seconds = Number(search.get('seconds'));
  return {
    symbol: askedOf(search, 'symbol', coinSymbols),
    direction: askedOf(search, 'direction', directions),
    seconds: Number.isInteger(seconds) && seconds > 0 && seconds <= 3600 ? seconds : undefined,
    outcome: askedOf(search, 'outcome', outcomes),
  };
}

/** The user's contracts that match the filters. */
export const useOrders = (choice: Choice) =>
  useOrderPages([...contractsKey, 'list', choice], (before) =>
    call<typeof listOrders>('POST', '/index/contract/list', { ...choice, before }),
  );
