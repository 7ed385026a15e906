import type { ShownReceipt } from './products/product.ts';
import { productOf } from './products/registry.ts';

/** The order, the ticks that decided it, and the arithmetic in one line. */
export function OrderCard({ receipt }: { receipt: ShownReceipt }) {
  const { OrderCard: ProductCard } = productOf(receipt);
  return <ProductCard order={receipt.order} />;
}
