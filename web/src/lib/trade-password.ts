import { type TradeWeakness, tradeWeaknesses } from '@glasshouse/protocol/session/weak-passwords';

/** A weak trade password is refused at its field. */
export const atTradePassword = Object.fromEntries(tradeWeaknesses.map((reason) => [reason, 'tradePassword'])) as Record<
  TradeWeakness,
  'tradePassword'
>;
