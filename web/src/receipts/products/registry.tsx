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

/** The figures of a check that are specific to a product; `undefined` if they are the same for all. */
export const ownFigures = (name: CheckName, receipt: ShownReceipt): string | undefined =>
  productOf(receipt).figures(name, receipt);

/** The existing ticks that set the terms and the result of an order, oldest first. */
export const marksOf = (receipt: ShownReceipt): Mark[] => productOf(receipt).marks(receipt.order);

/** The slots around which the tape is shown, with or without a tick. */
export const shownAround = (receipt: ShownReceipt): number[] =>
  productOf(receipt).shownAround(
    receipt.order,
    marksOf(receipt).map(({ slot }) => slot),
  );

/** The agreed terms, in a few words. */
export const agreedText = (product: ProductName, order: AnyOrder): string => receiptProducts[product].agreedText(order);

/** The result: profit or loss, or the amount received. */
export const resultText = (product: ProductName, order: AnyOrder): string =>
  order.outcome === 'void' ? t('orders.outcome.void') : receiptProducts[product].resultText(order);

/** The order, its deciding ticks, and the calculation in one line. */
export function OrderCard({ receipt }: { receipt: ShownReceipt }) {
  const { OrderCard: ProductCard } = productOf(receipt);
  return <ProductCard order={receipt.order} />;
}
