import type { getOverview, getResults, resultSpans } from '@glasshouse/protocol/assets/calls';
import type { Output } from '@glasshouse/protocol/endpoint';
import { incomeKinds, type Kind, type SystemName, type Wallet } from '@glasshouse/protocol/ledger/books';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';

export type Overview = Output<typeof getOverview>;
type ResultSpan = (typeof resultSpans)[number];

/** The beginning of every key under which a user's money is kept here; a move makes all of it stale. */
export const assetsKey = ['assets'];

export const overviewQuery = {
  queryKey: [...assetsKey, 'overview'],
  queryFn: () => call<typeof getOverview>('POST', '/index/assets/overview', {}),
  meta: { quiet: true },
};

/** The wallets and totals of whoever is logged in. */
export const useOverview = (enabled = true) => useQuery({ enabled, ...overviewQuery });

/** Kinds of posting under the names by which a statement is narrowed. */
export const kindGroups = {
  transfers: ['wallet_transfer', 'member_transfer'],
  exchanges: ['exchange'],
  deposits: ['top_up'],
  withdrawals: ['withdrawal_hold', 'withdrawal_return', 'withdrawal_paid'],
  // Trading has no postings of income: what it brings is what its stakes and payouts come to.
  earned: [
    ...incomeKinds.product,
    'machine_price',
    ...(['contract_stake', 'contract_payout', 'contract_result'] as const),
    ...(['option_premium', 'option_payout', 'option_result'] as const),
    ...(['spot_buy', 'spot_sell'] as const),
  ],
  new_user: incomeKinds.new_user,
  lower_level: incomeKinds.lower_level,
  product: incomeKinds.product,
  machine: ['machine_price'],
  spot: ['spot_buy', 'spot_sell'],
  contracts: ['contract_stake', 'contract_payout', 'contract_result'],
  options: ['option_premium', 'option_payout', 'option_result'],
  products: ['product_principal', 'product_redemption', 'machine_price'],
  vip: ['vip_deposit', 'vip_refund'],
  corrections: ['correction'],
} as const satisfies Record<string, readonly Kind[]>;
export type KindGroup = keyof typeof kindGroups;

const committedGroups: Partial<Record<SystemName, KindGroup>> = {
  committed_vip: 'vip',
};

export type Choice = {
  wallet?: Wallet | undefined;
  kind?: KindGroup | undefined;
  /** UTC days, both included. */
  from?: string | undefined;
  until?: string | undefined;
};

/** Where the postings behind a number are. */
export function statementPath(choice: Choice = {}): string {
  const search = new URLSearchParams(Object.entries(choice).filter((each): each is [string, string] => !!each[1]));
  return search.size === 0 ? '/assets/statement' : `/assets/statement?${search}`;
}

/** Where the open orders are that this money is in, or else the postings that committed it. */
export const committedPath = (account: SystemName) => {
  if (account === 'committed_contracts') return '/records?kind=contract&state=open';
  if (account === 'committed_options') return '/records?kind=option&state=open';
  if (account === 'committed_spot') return '/records?kind=spot&state=open';
  if (account === 'committed_products') return '/finance/order';
  if (account === 'committed_withdrawals') return '/order/withdrawRecord';
  return statementPath({ kind: committedGroups[account] });
};

/** The result of some days with its parts, as home and the page of results show it. */
export const useResults = (days: ResultSpan) =>
  useQuery({
    queryKey: [...assetsKey, 'results', days],
    queryFn: () => call<typeof getResults>('POST', '/index/assets/results', { days }),
    meta: { quiet: true },
  });

/** How much USDT a wallet holds, if it is known here. */
export const heldIn = (overview: Overview | undefined, name: string) =>
  overview?.wallets.find(({ wallet }) => wallet === name)?.balances.find(({ currency }) => currency === 'USDT')?.amount;
