import type { SpotOutcome } from '@glasshouse/protocol/spot/settle';
import { type SpotTerms, spotSlipBytes } from '@glasshouse/protocol/spot/slip';
import type { Product } from '../orders/orders.ts';
import type { SpotRow } from './orders-sql.ts';

/** The agreed terms of an order, as they are signed in slips. */
const slipTermsOf = (row: SpotRow, headHash: string): SpotTerms => ({
  id: row.id,
  rule: row.rule,
  symbol: row.symbol,
  side: row.buy ? 'buy' : 'sell',
  given: row.stake,
  spreadBp: row.spread_bp,
  headSlot: Number(row.head_slot),
  headHash,
});

export const product: Product<SpotRow> = {
  table: 'spot_order',
  slipBytes: (row, headHash) => spotSlipBytes(slipTermsOf(row, headHash)),
};

/** Outcomes as the table `spot_order` numbers them. */
export const outcomeCodes = { filled: 1, void: 2 } as const satisfies Record<SpotOutcome, number>;
const names = new Map<number, SpotOutcome>(
  Object.entries(outcomeCodes).map(([name, code]) => [code, name as SpotOutcome]),
);
export const outcomeNamed = (code: number): SpotOutcome => names.get(code)!;
