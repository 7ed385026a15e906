import type { CheckName } from '@glasshouse/protocol/orders/product';
import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import { t } from '../lib/words.tsx';
import type { ShownReceipt } from './products/product.ts';
import { productOf } from './products/registry.ts';

export const checkTitle = (name: CheckName, product: ProductName | undefined): string =>
  t(productOf({ product }).checkTitles[name] ?? `receipt.checks.${name}`);

/** The figures of a check that is a product's own; undefined for those that are the same for all. */
export const ownFigures = (name: CheckName, receipt: ShownReceipt): string | undefined =>
  productOf(receipt).figures(name, receipt);
