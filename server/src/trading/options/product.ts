import type { Outcome } from '@glasshouse/protocol/options/settle';
import { type OptionTerms, optionBytes } from '@glasshouse/protocol/options/slip';
import type { Option } from '@glasshouse/protocol/options/terms';
import type { Product } from '../orders/orders.ts';
import type { OptionRow } from './orders-sql.ts';

/** The option that was bought. */
export const boughtIn = ({ symbol, call, strike, size }: OptionRow): Option => ({
  symbol,
  side: call ? 'call' : 'put',
  strike,
  size,
});

/** The agreed terms of an order, as they are signed in slips. */
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

/** Outcomes as `option_order.result` encodes them; the constraints in the migrations use the same numbers. */
export const outcomeCodes = { win: 1, lose: 2, draw: 3, void: 4, sold: 5 } as const satisfies Record<Outcome, number>;

const names = new Map<number, Outcome>(Object.entries(outcomeCodes).map(([name, code]) => [code, name as Outcome]));
export const outcomeNamed = (code: number): Outcome => names.get(code)!;
