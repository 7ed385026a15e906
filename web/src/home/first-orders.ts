import type { listOrders as listContracts } from '@glasshouse/protocol/contracts/calls';
import type { listOrders as listOptions } from '@glasshouse/protocol/options/calls';
import type { listOrders as listTrades } from '@glasshouse/protocol/spot/calls';
import { useQuery } from '@tanstack/react-query';
import { assetsKey } from '../lib/assets.ts';
import { call } from '../lib/call.ts';

type Orders = { orders: readonly { id: string; outcome: string | null }[] };
// Somebody with more open orders than this finds the receipt in the records.
const limit = 5;

async function ask() {
  const lists: [path: string, answer: Orders][] = [
    ['/contract/receipt', await call<typeof listContracts>('POST', '/index/contract/list', { limit })],
    ['/receipt/option', await call<typeof listOptions>('POST', '/index/option/list', { limit })],
    ['/receipt/spot', await call<typeof listTrades>('POST', '/index/spot/list', { limit })],
  ];
  const orders = lists.flatMap(([path, answer]) => answer.orders.map((order) => ({ ...order, path })));
  const ended = orders.find(({ outcome }) => outcome !== null);
  return { hasOrder: orders.length > 0, receipt: ended && `${ended.path}/${ended.id}` };
}

/** Whether the user has placed an order of any product, and the receipt of one that has ended. Asked again with the user's money. */
export const useFirstOrders = (enabled: boolean) =>
  useQuery({ enabled, queryKey: [...assetsKey, 'first-orders'], queryFn: ask, meta: { quiet: true } });
