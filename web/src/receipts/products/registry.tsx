import { productNameOf } from '@glasshouse/protocol/orders/by-product';
import type { CheckName } from '@glasshouse/protocol/orders/product';
import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import { t } from '../../lib/words.tsx';
import { contract } from './contract.tsx';
import { option } from './option.tsx';
import type { AnyOrder, Mark, ReceiptProduct, ShownReceipt } from './product.ts';
import { spot } from './spot.tsx';

export const receiptProducts: Readonly<Record<ProductName, ReceiptProduct>> = { contract, option, spot };

export const productOf = (receipt: { product?: ProductName | undefined }): ReceiptProduct =>
  receiptProducts[productNameOf(receipt)];

export const checkTitle = (name: CheckName, product: ProductName | undefined): string =>
  t(productOf({ product }).checkTitles[name] ?? `receipt.checks.${name}`);

/** The figures of a check that is a product's own; undefined for those that are the same for all. */
export const ownFigures = (name: CheckName, receipt: ShownReceipt): string | undefined =>
  productOf(receipt).figures(name, receipt);

/** The ticks that an order was agreed and decided by, in their order, as far as there are such. */
export const marksOf = (receipt: ShownReceipt): Mark[] => productOf(receipt).marks(receipt.order);

/** Around which slots the tape is worth showing, whether or not they have a tick. */
export const shownAround = (receipt: ShownReceipt): number[] =>
  productOf(receipt).shownAround(
    receipt.order,
    marksOf(receipt).map(({ slot }) => slot),
  );

/** What was agreed, in a few words. */
export const agreedText = (product: ProductName, order: AnyOrder): string => receiptProducts[product].agreedText(order);

/** What came of it: won or lost alike, or what was received. */
export const resultText = (product: ProductName, order: AnyOrder): string =>
  order.outcome === 'void' ? t('orders.outcome.void') : receiptProducts[product].resultText(order);

/** The order, the ticks that decided it, and the arithmetic in one line. */
export function OrderCard({ receipt }: { receipt: ShownReceipt }) {
  const { OrderCard: ProductCard } = productOf(receipt);
  return <ProductCard order={receipt.order} />;
}
