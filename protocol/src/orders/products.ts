import type { listOrders as listContracts, Receipt } from '../contracts/calls.ts';
import { contracts } from '../contracts/product.ts';
import type { listOrders as listOptions, OptionReceipt } from '../options/calls.ts';
import { options } from '../options/product.ts';
import type { listOrders as listTrades, SpotReceipt } from '../spot/calls.ts';
import { spot } from '../spot/product.ts';
import type { Product } from './product.ts';
import { type ProductName, productNames } from './product-names.ts';

export type AnyProduct = Product;
/** A receipt of any product. Receipts of contracts do not name a product because contracts came first. */
export type AnyReceipt = (Receipt & { product?: undefined }) | OptionReceipt | SpotReceipt;
/** The call that lists the user's orders of one product. */
export type ListOrders = typeof listContracts | typeof listOptions | typeof listTrades;
/** All products whose orders are settled by the tape. */
export const products: Readonly<Record<ProductName, AnyProduct>> = { contract: contracts, option: options, spot };

/** The product of a receipt that has the right form. */
export const productOf = (receipt: object): AnyProduct =>
  products[productNames.find((name) => 'product' in receipt && name === receipt.product) ?? 'contract'];
