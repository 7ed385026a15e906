const whole = (text: string | null): number | undefined => {
  const found = text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return found > 0 && found <= 2_147_483_647 ? found : undefined;
};

/** Which product, in which version and how many of it, an address asks for; what makes no sense in it is left out. */
export const askedFor = (search: URLSearchParams) => ({
  product: whole(search.get('product')),
  version: whole(search.get('version')),
  units: whole(search.get('units')),
  order: search.get('order') ?? undefined,
});

/** Where so many units of a version are confirmed. */
export const confirmPath = (product: number, version: number, units: number) =>
  `/finance/confirm?product=${product}&version=${version}&units=${units}`;
export const productPath = (product: number, units: number) =>
  `/finance/productDetail?product=${product}&units=${units}`;
/** Where an order that was just made is shown; a page that is loaded again there buys nothing. */
export const boughtPath = (id: string) => `/finance/confirm?order=${id}`;
