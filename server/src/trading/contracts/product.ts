import type { Outcome } from '@glasshouse/protocol/contracts/settle';
import { type SlipTerms, slipBytes } from '@glasshouse/protocol/contracts/slip';
import type { Product } from '../orders/orders.ts';
import type { ContractRow } from './orders-sql.ts';

/** The agreed terms of an order, as they are signed in slips. */
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

/** Outcomes as `contract.result` encodes them; the constraints in the migrations use the same numbers. */
export const outcomeCodes = { win: 1, lose: 2, draw: 3, void: 4 } as const satisfies Record<Outcome, number>;

const names = new Map<number, Outcome>(Object.entries(outcomeCodes).map(([name, code]) => [code, name as Outcome]));
export const outcomeNamed = (code: number): Outcome => names.get(code)!;
