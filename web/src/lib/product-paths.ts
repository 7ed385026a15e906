import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import type { WordKey } from './words.tsx';

type ProductPaths = {
  page: string;
  title: WordKey;
  /** The path of its receipts, without the order id. */
  receipts: string;
};
/** The page of each product that settles against the tape. */
export const productPaths: Readonly<Record<ProductName, ProductPaths>> = {
  contract: { page: '/contract', title: 'titles.contract', receipts: '/contract/receipt' },
  option: { page: '/options', title: 'titles.options', receipts: '/receipt/option' },
  spot: { page: '/spot', title: 'titles.spot', receipts: '/receipt/spot' },
};
