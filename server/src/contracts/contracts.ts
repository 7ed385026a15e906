// The folder's door: second contracts, from opening through settlement to results.
export { figures } from './figures.ts';
export { createOpener, type Opener, openingLanes } from './opening/open.ts';
export { publishSlipKey } from './opening/slips.ts';
export { committedBy, listOrders, listPositions, showOrder, showRules } from './orders.ts';
export { personal } from './personal.ts';
export { showEvidence, showReceipt } from './receipts/receipt.ts';
export { showResults, tradingIncome } from './results/results.ts';
export { listTerms, takeTermsBack, termsChange } from './terms.ts';
