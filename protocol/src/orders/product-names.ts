// The names of the products whose orders the price tape ends. Each layer has a registry with one object for each name.

/** Contracts come first: they are older than all other products, so their receipts and log entries name no product. */
export const productNames = ['contract', 'option', 'spot'] as const;
export type ProductName = (typeof productNames)[number];
