import type { listOrders as listContracts } from '@glasshouse/protocol/contracts/calls';
import type { listOrders as listOptions } from '@glasshouse/protocol/options/calls';
import type { listOrders as listCoins } from '@glasshouse/protocol/spot/calls';
import { call } from '../lib/call.ts';
import type { AnyOrder } from './order-words.ts';
import type { ProductName } from './receipt.ts';

/** Where the list of each product goes on: before an order, from its newest one on (undefined), or nowhere any more (null). */
export type Place = Readonly<Record<ProductName, string | null | undefined>>;
export const fromTheNewest: Place = { contract: undefined, option: undefined, spot: undefined };

type Page<O> = { orders: O[]; next: string | null };
/** The next orders of each product; undefined where nothing is left to ask for. */
type Pages = { [P in ProductName]: Page<Extract<AnyOrder, { product?: Said<P> }>['order']> | undefined };
type Said<P extends ProductName> = P extends 'contract' ? undefined : P;

const ask = async <O>(before: string | null | undefined, list: (before: string | undefined) => Promise<Page<O>>) =>
  before === null ? undefined : list(before);

/** The next orders of all products together, newest first: so many, or what is left. */
export async function listNewest(place: Place, limit: number): Promise<{ orders: AnyOrder[]; next: Place | null }> {
  const [contract, option, spot] = await Promise.all([
    ask(place.contract, (before) => call<typeof listContracts>('POST', '/index/contract/list', { before, limit })),
    ask(place.option, (before) => call<typeof listOptions>('POST', '/index/option/list', { before, limit })),
    ask(place.spot, (before) => call<typeof listCoins>('POST', '/index/spot/list', { before, limit })),
  ]);
  return newestOf({ contract, option, spot }, place, limit);
}

export const productOf = ({ product }: AnyOrder): ProductName => product ?? 'contract';

/** The newest orders of some pages, each as long as wanted, and where to go on. Ids sort by the time they were made. */
export function newestOf(
  { contract, option, spot }: Pages,
  place: Place,
  limit: number,
): { orders: AnyOrder[]; next: Place | null } {
  const all: AnyOrder[] = [
    ...(contract?.orders ?? []).map((order) => ({ order })),
    ...(option?.orders ?? []).map((order) => ({ product: 'option' as const, order })),
    ...(spot?.orders ?? []).map((order) => ({ product: 'spot' as const, order })),
  ];
  const orders = all.sort((a, b) => (a.order.id < b.order.id ? 1 : -1)).slice(0, limit);
  const after = (of: ProductName, page: Page<{ id: string }> | undefined): string | null | undefined => {
    if (!page) return null;
    const taken = orders.filter((each) => productOf(each) === of);
    if (taken.length === page.orders.length) return page.next;
    return taken.at(-1)?.order.id ?? place[of];
  };
  const next = { contract: after('contract', contract), option: after('option', option), spot: after('spot', spot) };
  return { orders, next: Object.values(next).every((each) => each === null) ? null : next };
}
