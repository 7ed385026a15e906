import type { SystemName } from '@glasshouse/protocol/ledger/books';
import { statementPath } from './assets.ts';
import type { KindGroup } from './posting-kinds.ts';

const committedGroups: Partial<Record<SystemName, KindGroup>> = {
  committed_vip: 'vip',
};

/** The page of the open orders that hold this money, or else the postings that committed it. */
export const committedPath = (account: SystemName) => {
  if (account === 'committed_contracts') return '/records?kind=contract&state=open';
  if (account === 'committed_options') return '/records?kind=option&state=open';
  if (account === 'committed_spot') return '/records?kind=spot&state=open';
  if (account === 'committed_products') return '/finance/order';
  if (account === 'committed_withdrawals') return '/order/withdrawRecord';
  return statementPath({ kind: committedGroups[account] });
};
