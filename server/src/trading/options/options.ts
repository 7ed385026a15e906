// The public interface of this folder: options and flash options, from the board through buying and selling to results.
export { figures } from './figures.ts';
export { createOpener, type Opener } from './opening/open.ts';
export {
  committedBy,
  exported,
  listOrders,
  listPositions,
  nthPastOrder,
  numbered,
  pastOrders,
  showOrder,
} from './orders.ts';
export { personal } from './personal.ts';
export { createPricer, type Pricer } from './pricer.ts';
export { product } from './product.ts';
export { bidOption, quoteOption, showBoard } from './quotes.ts';
export { showReceipt } from './receipts.ts';
export { showResults, tradingByDay, tradingIncome } from './results.ts';
export { sellOption } from './selling.ts';
export { ending } from './settling/ending.ts';
