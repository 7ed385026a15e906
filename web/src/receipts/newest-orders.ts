import { perProduct } from '@glasshouse/protocol/orders/by-product';
import { type ProductName, productNames } from '@glasshouse/protocol/orders/product-names';
import type { AnyOrder, OrderPage } from './products/product.ts';
import { receiptProducts } from './products/registry.tsx';

/** Where the list of each product continues: before an order, from the newest (`undefined`), or not at all (`null`). */
export type Place = Readonly<Record<ProductName, string | null | undefined>>;
export const fromTheNewest: Place = perProduct(() => undefined);

export type ProductOrder = { product: ProductName; order: AnyOrder };

/** The next orders of each product; `undefined` if there are no more. */
type Pages = Readonly<Record<ProductName, OrderPage<AnyOrder> | undefined>>;

/** The next orders of all products together, newest first, up to a limit. */
export async function listNewest(place: Place, limit: number): Promise<{ orders: ProductOrder[]; next: Place | null }> {
  const pages = await Promise.all(
    productNames.map(async (product) => {
      const before = place[product];
      return before === null ? undefined : receiptProducts[product].listOrders({ before, limit });
    }),
  );
  return newestOf(
    perProduct((product) => pages[productNames.indexOf(product)]),
    place,
    limit,
  );
}

/**
 * The newest orders of some pages, each at least `limit` long unless it is the last, and where to continue. Ids sort by
 * time.
 */
export function newestOf(pages: Pages, place: Place, limit: number): { orders: ProductOrder[]; next: Place | null } {
  const all = productNames.flatMap((product) => (pages[product]?.orders ?? []).map((order) => ({ product, order })));
  const orders = all.sort((a, b) => (a.order.id < b.order.id ? 1 : -1)).slice(0, limit);
  const next = perProduct((product) => {
    const page = pages[product];
    if (!page) return null;
    const taken = orders.filter((each) => each.product === product);
    if (taken.length === page.orders.length) return page.next;
    return taken.at(-1)?.order.id ?? place[product];
  });
  return { orders, next: Object.values(next).every((each) => each === null) ? null : next };
}
