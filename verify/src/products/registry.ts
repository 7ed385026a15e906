import { type ProductName, productNames } from '@glasshouse/protocol/orders/product-names';
import type { LoggedProduct } from '@glasshouse/protocol/publiclog/entries';
import { contract } from './contract.ts';
import { option } from './option.ts';
import type { VerifiedProduct } from './product.ts';
import { spot } from './spot.ts';

export const verifiedProducts: Readonly<Record<ProductName, VerifiedProduct>> = { contract, option, spot };

/** The product of a log entry. */
export const productLoggedAs = (name: LoggedProduct | undefined): ProductName =>
  productNames.find((product) => verifiedProducts[product].loggedAs.includes(name))!;
