import { type OptionTerms, optionBytes } from '@glasshouse/protocol/options/slip';
import type { Option } from '@glasshouse/protocol/options/terms';
import type { Product } from '../orders/orders.ts';
import type { OptionRow } from './orders-sql.ts';

/** What was bought. */
export const boughtIn = ({ symbol, call, strike, size }: OptionRow): Option => ({
  symbol,
  side: call ? 'call' : 'put',
  strike,
  size,
});

/** What was agreed in an order, as slips say it. */
const optionTermsOf = (row: OptionRow, headHash: string): OptionTerms => ({
  ...boughtIn(row),
  terms: row.terms,
  id: row.id,
  rule: row.rule,
  seconds: row.seconds,
  premium: row.stake,
  spreadBp: row.spread_bp,
  quote: { slot: Number(row.quote_slot), volatility: row.volatility, model: row.model },
  dueSlot: Number(row.due_slot),
  headSlot: Number(row.head_slot),
  headHash,
});

export const product: Product<OptionRow> = {
  table: 'option_order',
  slipBytes: (row, headHash) => optionBytes(optionTermsOf(row, headHash)),
};
