// The products whose orders are settled by the price tape. Each layer has a registry with one object per name.

/** Contracts come first. They are the oldest product, so their receipts and log entries do not name a product. */
export const productNames = ['contract', 'option', 'spot'] as const;
export type ProductName = (typeof productNames)[number];
