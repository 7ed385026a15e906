// The folder's door: second contracts, from opening over settlement to what they came to.
export { exposure, lateness } from './figures.ts';
export { createOpener, type Opener, openingLanes } from './open.ts';
export { committedBy, listOrders, listPositions, showOrder, showRules } from './orders.ts';
export { showReceipt } from './receipt.ts';
export { showResults, tradingIncome } from './results.ts';
export { publishSlipKey } from './slips.ts';
export { changeTerms, listTerms } from './terms.ts';
