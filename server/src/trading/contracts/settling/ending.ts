import type { ContractEvent } from '@glasshouse/protocol/contracts/calls';
import { formatUsdt } from '@glasshouse/protocol/money';
import type { SettlementStrategy } from '../../orders/orders.ts';
import { outcomeNamed } from '../outcomes.ts';
import { product } from '../product.ts';
import { addUp, type Decision, type Kind, kindsAgreed, settleChunk } from './settle-sql.ts';
import { decideSlots } from './verdicts.ts';

/** How the tape ends contracts. */
export const ending: SettlementStrategy<Kind, Decision> = {
  table: product.table,
  kindsAgreed,
  longest: 7201, // from the first after the head to the exit of an hour's contract
  decide: decideSlots,
  settleChunk,
  addUp,
  event: 'contract' satisfies ContractEvent['type'],
  tell: ({ id, result, payout }): ContractEvent['orders'][number] => ({
    id,
    outcome: outcomeNamed(result),
    payout: formatUsdt(payout),
  }),
};
