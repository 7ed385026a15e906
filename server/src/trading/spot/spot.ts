// The public interface of this folder: buying and selling coins at the next tick.
export { createOpener, type Opener } from './opening/open.ts';
export {
  committedBy,
  exported,
  listHoldings,
  listOrders,
  nthPastOrder,
  numbered,
  pastOrders,
  showOrder,
  showRules,
  spotByDay,
  spotIncome,
} from './orders.ts';
export { personal } from './personal.ts';
export { product } from './product.ts';
export { showReceipt } from './receipts.ts';
export { ending } from './settling/ending.ts';
