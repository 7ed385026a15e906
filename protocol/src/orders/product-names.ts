// The names of the products whose orders the price tape ends. Each layer has a registry with one object for each name.

/** Contracts come first: they are older than all other products, so their receipts and log entries name no product. */
export const productNames = ['contract', 'option', 'spot'] as const;
export type ProductName = (typeof productNames)[number];
/** The product of a receipt, an order or a log entry. */
export const productNameOf = <P extends ProductName>({ product }: { product?: P | undefined }): P | 'contract' =>
  product ?? productNames[0];

/** One value for each product. */
export const perProduct = <V>(make: (product: ProductName) => V): Record<ProductName, V> =>
  Object.fromEntries(productNames.map((product) => [product, make(product)])) as Record<ProductName, V>;
