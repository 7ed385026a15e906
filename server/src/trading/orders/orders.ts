// The public interface of this folder: the machinery shared by all products that the tape ends. A product provides its
// terms, its pure rule and its columns.
export type { Chunk, SettledBatch, SettlementStrategy, Tape } from './ending.ts';
export {
  headMayDiffer,
  isTooFar,
  isUnder,
  type Judge,
  type OfferedRule,
  type PaidOrder,
  rulesFor,
} from './opening/decide.ts';
export { type AccountDemand, type OpeningStrategy, openerOf, openingLanes, StaleContext } from './opening/opener.ts';
export { publishSlipKey, slipKeys } from './opening/slips.ts';
export { isKept, orderNumbered, ruleAt, rulesAgreed, settledThrough } from './orders-sql.ts';
export { nthOrder, type OrderEntry, type PastOrders, resultIn } from './past.ts';
export { nameOf, type Product } from './product.ts';
export { type ReceiptStrategy, showEvidence, showReceipt } from './receipts/receipt.ts';
export { type Exported, exportSettlements } from './receipts/settlements.ts';
export { type Exit, exitsAt } from './settling/one-tick.ts';
