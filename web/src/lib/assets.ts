import type { getOverview } from '@glasshouse/protocol/assets/calls';
import type { Output } from '@glasshouse/protocol/endpoint';
import type { Wallet } from '@glasshouse/protocol/ledger/books';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import type { KindGroup } from './posting-kinds.ts';

export type Overview = Output<typeof getOverview>;

/** The prefix of all query keys of the user's money. Moving money invalidates all of them. */
export const assetsKey = ['assets'];

export const overviewQuery = {
  queryKey: [...assetsKey, 'overview'],
  queryFn: () => call<typeof getOverview>('POST', '/index/assets/overview', {}),
  meta: { quiet: true },
};

/** The wallets and totals of the logged-in user. */
export const useOverview = (enabled = true) => useQuery({ enabled, ...overviewQuery });

export type Choice = {
  wallet?: Wallet | undefined;
  kind?: KindGroup | undefined;
  /** UTC days, both inclusive. */
  from?: string | undefined;
  until?: string | undefined;
};

/** The path of the statement with the postings behind a number. */
export function statementPath(choice: Choice = {}): string {
  const search = new URLSearchParams(Object.entries(choice).filter((each): each is [string, string] => !!each[1]));
  return search.size === 0 ? '/assets/statement' : `/assets/statement?${search}`;
}

/** The USDT balance of a wallet, if it is loaded. */
export const heldIn = (overview: Overview | undefined, name: string) =>
  overview?.wallets.find(({ wallet }) => wallet === name)?.balances.find(({ currency }) => currency === 'USDT')?.amount;
