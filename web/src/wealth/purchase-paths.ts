const whole = (text: string | null): number | undefined => {
  const found = text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return found > 0 && found <= 2_147_483_647 ? found : undefined;
};

/** Product, version and units from the query of an address. Invalid values are undefined. */
export const purchaseParams = (search: URLSearchParams) => ({
  product: whole(search.get('product')),
  version: whole(search.get('version')),
  units: whole(search.get('units')),
  order: search.get('order') ?? undefined,
});

export const confirmPath = (product: number, version: number, units: number) =>
  `/finance/confirm?product=${product}&version=${version}&units=${units}`;
export const productPath = (product: number, units: number) =>
  `/finance/productDetail?product=${product}&units=${units}`;
/** Shows an order that was just placed. Reloading this page buys nothing. */
export const boughtPath = (id: string) => `/finance/confirm?order=${id}`;
