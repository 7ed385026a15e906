// The public interface of this folder: second contracts, from opening through settlement to results.
export { figures } from './figures.ts';
export { createOpener, type Opener } from './opening/open.ts';
export {
  committedBy,
  listOrders,
  listPositions,
  nthPastOrder,
  numbered,
  pastOrders,
  showOrder,
  showRules,
} from './orders.ts';
export { personal } from './personal.ts';
export { product } from './product.ts';
export { showEvidence, showReceipt } from './receipts.ts';
export { showResults, tradingByDay, tradingIncome } from './results/results.ts';
export { exported } from './settlements.ts';
export { ending } from './settling/ending.ts';
export { listTerms, termsChange, withdrawTermsChange } from './terms.ts';
