import { productNameOf } from '@glasshouse/protocol/orders/by-product';
import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import { contract } from './contract.tsx';
import { option } from './option.tsx';
import type { ReceiptProduct } from './product.ts';
import { spot } from './spot.tsx';

export const receiptProducts: Readonly<Record<ProductName, ReceiptProduct>> = { contract, option, spot };

export const productOf = (receipt: { product?: ProductName | undefined }): ReceiptProduct =>
  receiptProducts[productNameOf(receipt)];
