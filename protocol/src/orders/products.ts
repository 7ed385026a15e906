import type { Receipt } from '../contracts/calls.ts';
import { contracts } from '../contracts/product.ts';
import type { OptionReceipt } from '../options/calls.ts';
import { options } from '../options/product.ts';
import type { SpotReceipt } from '../spot/calls.ts';
import { spot } from '../spot/product.ts';
import type { Product } from './product.ts';

/** All products whose orders the tape ends. A receipt names its own; contracts came first, and theirs name none. */
export type AnyProduct = Product;
export type AnyReceipt = (Receipt & { product?: undefined }) | OptionReceipt | SpotReceipt;
const products: Readonly<Record<string, AnyProduct>> = { contract: contracts, option: options, spot };
export const productNames = Object.keys(products);
export const productNamed = (name: string): AnyProduct | undefined =>
  Object.hasOwn(products, name) ? products[name] : undefined;

/** The product that a receipt of the right form is of. */
export const productOf = (receipt: object): AnyProduct =>
  productNamed('product' in receipt ? String(receipt.product) : 'contract') ?? contracts;
