import { perProduct } from '@glasshouse/protocol/orders/by-product';
import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import * as contracts from '#trading/contracts/contracts.ts';
import * as options from '#trading/options/options.ts';
import * as spot from '#trading/spot/spot.ts';

/** All products that the tape ends, each with the interface of its domain. */
export const productsByName = { contract: contracts, option: options, spot } satisfies Record<ProductName, unknown>;
const all = [contracts, options, spot];

/** Their tables and slips, in the form of the public log. */
export const products = all.map(({ product }) => product);
/** How the tape ends their orders. */
export const endings = all.map(({ ending }) => ending);
/** Their part of settlements files. */
export const exportedProducts = all.map(({ exported }) => exported);
/** The parts of a personal copy that are about their orders. */
export const personalOfProducts = all.map(({ personal }) => personal);
/** The money in their open orders. */
export const committedInProducts = all.map(({ committedBy }) => committedBy);
/** The order with a number, for operators' searches. */
export const numberedOrders = perProduct((name) => productsByName[name].numbered);
