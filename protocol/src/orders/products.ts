import type { Receipt } from '../contracts/calls.ts';
import { contracts } from '../contracts/product.ts';
import type { OptionReceipt } from '../options/calls.ts';
import { options } from '../options/product.ts';
import type { SpotReceipt } from '../spot/calls.ts';
import { spot } from '../spot/product.ts';
import type { Product } from './product.ts';
import { type ProductName, productNames } from './product-names.ts';

/** All products whose orders the tape ends. A receipt names its own; contracts came first, and theirs name none. */
export type AnyProduct = Product;
export type AnyReceipt = (Receipt & { product?: undefined }) | OptionReceipt | SpotReceipt;
export const products: Readonly<Record<ProductName, AnyProduct>> = { contract: contracts, option: options, spot };

/** The product that a receipt of the right form is of. */
export const productOf = (receipt: object): AnyProduct =>
  products[productNames.find((name) => 'product' in receipt && name === receipt.product) ?? 'contract'];
