import { coinById } from '@glasshouse/protocol/market/coins';
import { orderLine } from '@glasshouse/protocol/orders/settlements-file';
import type { Exported } from '../orders/orders.ts';
import type { ContractRow } from './orders-sql.ts';
import { outcomeNamed, product, slipTermsOf } from './product.ts';

const slot = (value: bigint | null) => (value === null ? undefined : Number(value));

/** How contracts are exported to the public, without names. */
export const exported: Exported<ContractRow> = {
  product,
  longest: 7200,
  whole: true,
  line: (row, name) => {
    const { id: _, headHash: __, symbol, ...agreed } = slipTermsOf(row, '');
    return orderLine({
      ...agreed,
      name,
      symbol: coinById(symbol)!.symbol,
      entrySlot: row.result === null ? undefined : slot(row.entry_slot),
      exitSlot: slot(row.exit_slot),
      outcome: row.result === null ? 'open' : outcomeNamed(row.result),
      payout: row.payout ?? 0n,
    });
  },
};
