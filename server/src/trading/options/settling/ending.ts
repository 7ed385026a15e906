import { formatUsdt } from '@glasshouse/protocol/money';
import type { OptionEvent } from '@glasshouse/protocol/options/calls';
import { type Exit, exitsAt, rulesAgreed, type SettlementStrategy } from '../../orders/orders.ts';
import { outcomeNamed } from '../outcomes.ts';
import { product } from '../product.ts';
import { addUp, settleChunk } from './settle-sql.ts';

/** How the tape ends options: by the tick of their due slot alone. */
export const ending: SettlementStrategy<{ rule: number }, Exit> = {
  table: product.table,
  kindsAgreed: rulesAgreed,
  longest: 0,
  decide: exitsAt,
  settleChunk,
  addUp,
  event: 'option' satisfies OptionEvent['type'],
  tell: ({ id, result, payout }): OptionEvent['orders'][number] => ({
    id,
    outcome: outcomeNamed(result),
    payout: formatUsdt(payout),
  }),
};
