import type { listOrders as listContracts, Receipt } from '../contracts/calls.ts';
import { contracts } from '../contracts/product.ts';
import type { listOrders as listOptions, OptionReceipt } from '../options/calls.ts';
import { options } from '../options/product.ts';
import type { listOrders as listTrades, SpotReceipt } from '../spot/calls.ts';
import { spot } from '../spot/product.ts';
import type { Product } from './product.ts';
import { type ProductName, productNames } from './product-names.ts';

export type AnyProduct = Product;
/** A receipt of any product. Contracts came first, so their receipts name no product. */
export type AnyReceipt = (Receipt & { product?: undefined }) | OptionReceipt | SpotReceipt;
/** The call that lists the user's orders of one product. */
export type ListOrders = typeof listContracts | typeof listOptions | typeof listTrades;
/** All products whose orders the tape ends. */
export const products: Readonly<Record<ProductName, AnyProduct>> = { contract: contracts, option: options, spot };

/** The product that a receipt of the right form is of. */
export const productOf = (receipt: object): AnyProduct =>
  products[productNames.find((name) => 'product' in receipt && name === receipt.product) ?? 'contract'];
