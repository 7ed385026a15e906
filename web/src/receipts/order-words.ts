import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import { t } from '../lib/words.tsx';
import type { AnyOrder } from './products/product.ts';
import { receiptProducts } from './products/registry.ts';

/** What was agreed, in a few words. */
export const agreedText = (product: ProductName, order: AnyOrder): string => receiptProducts[product].agreedText(order);

/** What came of it: won or lost alike, or what was received. */
export const resultText = (product: ProductName, order: AnyOrder): string =>
  order.outcome === 'void' ? t('orders.outcome.void') : receiptProducts[product].resultText(order);
