import { type ProductName, productNames } from './product-names.ts';

/** The product of a receipt, an order or a log entry. */
export const productNameOf = <P extends ProductName>({ product }: { product?: P | undefined }): P | 'contract' =>
  product ?? productNames[0];

/** One value for each product. */
export const perProduct = <V>(make: (product: ProductName) => V): Record<ProductName, V> =>
  Object.fromEntries(productNames.map((product) => [product, make(product)])) as Record<ProductName, V>;
