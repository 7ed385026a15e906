import type { ProductName } from '@glasshouse/protocol/orders/product-names';

/** The trading page of each product that the tape ends, and the path of its receipts without the order id. */
export const productPaths: Readonly<Record<ProductName, { page: string; receipts: string }>> = {
  contract: { page: '/contract', receipts: '/contract/receipt' },
  option: { page: '/options', receipts: '/receipt/option' },
  spot: { page: '/spot', receipts: '/receipt/spot' },
};
