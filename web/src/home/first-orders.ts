import { productNames } from '@glasshouse/protocol/orders/product-names';
import type { ListOrders } from '@glasshouse/protocol/orders/products';
import { useQuery } from '@tanstack/react-query';
import { assetsKey } from '../lib/assets.ts';
import { call } from '../lib/call.ts';
import { productPaths } from '../lib/product-paths.ts';

// A user with more open orders than this finds the receipt in the records.
const limit = 5;

async function ask() {
  const orders: { id: string; outcome: string | null; path: string }[] = [];
  for (const product of productNames) {
    const list = await call<ListOrders>('POST', `/index/${product}/list`, { limit });
    orders.push(...list.orders.map(({ id, outcome }) => ({ id, outcome, path: productPaths[product].receipts })));
  }
  const ended = orders.find(({ outcome }) => outcome !== null);
  return { hasOrder: orders.length > 0, receipt: ended && `${ended.path}/${ended.id}` };
}

/**
 * Whether the user has placed an order of any product, and the receipt of an ended one. Refetched with the user's
 * money.
 */
export const useFirstOrders = (enabled: boolean) =>
  useQuery({ enabled, queryKey: [...assetsKey, 'first-orders'], queryFn: ask, meta: { quiet: true } });
