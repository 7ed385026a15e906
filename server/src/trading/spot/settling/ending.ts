import type { SpotEvent } from '@glasshouse/protocol/spot/calls';
import { type Exit, exitsAt, rulesAgreed, type SettlementStrategy } from '../../orders/orders.ts';
import { outcomeNamed } from '../outcomes.ts';
import { product } from '../product.ts';
import { settleChunk } from './settle-sql.ts';

/** How the tape fills orders of coins. */
export const ending: SettlementStrategy<{ rule: number }, Exit> = {
  table: product.table,
  kindsAgreed: rulesAgreed,
  longest: 1,
  // An order is due half a second after its head, and may be committed seconds later.
  lingers: 40,
  decide: exitsAt,
  settleChunk,
  // What sold coins brought is counted as they are booked.
  addUp: async () => {},
  event: 'spot' satisfies SpotEvent['type'],
  tell: ({ id, result }): SpotEvent['orders'][number] => ({ id, outcome: outcomeNamed(result) }),
};
