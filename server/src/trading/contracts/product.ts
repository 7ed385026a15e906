import { type SlipTerms, slipBytes } from '@glasshouse/protocol/contracts/slip';
import type { Product } from '../orders/orders.ts';
import type { ContractRow } from './orders-sql.ts';

/** What was agreed in an order, as slips say it. */
export const slipTermsOf = (row: ContractRow, headHash: string): SlipTerms => ({
  id: row.id,
  rule: row.rule,
  symbol: row.symbol,
  direction: row.long ? 'long' : 'short',
  seconds: row.seconds,
  stake: row.stake,
  returnBp: row.return_bp,
  headSlot: Number(row.head_slot),
  headHash,
});

export const product: Product<ContractRow> = {
  table: 'contract',
  slipBytes: (row, headHash) => slipBytes(slipTermsOf(row, headHash)),
};
