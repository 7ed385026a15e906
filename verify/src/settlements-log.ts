import { fromHex, sameBytes } from '@glasshouse/protocol/bytes';
import { rootOf, treeOf } from '@glasshouse/protocol/market/tape';
import { productNameOf } from '@glasshouse/protocol/orders/by-product';
import { maxHeadAge } from '@glasshouse/protocol/orders/head-age';
import { products } from '@glasshouse/protocol/orders/products';
import {
  type GivenUp,
  type Head,
  type LoggedOrders,
  type OtherProduct,
  readEntryLine,
  readUnloggedLine,
} from '@glasshouse/protocol/orders/settlements-file';
import { readKey } from '@glasshouse/protocol/publiclog/note';
import { type Between, entryAt, getAt, type OrdersEntry, openLog, ordersIn } from './log-orders.ts';
import type { Fail, Line } from './products/product.ts';
import { productLoggedAs, verifiedProducts } from './products/registry.ts';
import { openSales } from './settlements-sales.ts';
import { sha } from './sha.ts';

/** The location of the public log, and the key that signs it. */
export type LogAt = { where: string; key: string };
type Group = {
  entry: LoggedOrders | undefined;
  product: OtherProduct | undefined;
  left: number;
  orders: Line[];
  due: number;
};
const many = (count: number) => (count === 1 ? '1 order' : `${count} orders`);

/**
 * Compares the groups of a file of version 2 or later with the log's entries. Each entry states how many orders were
 * accepted together and the root over their slips, so missing and inserted orders are found, whoever made the file. Its
 * place among the seconds of the tape shows what was known when it was logged.
 */
export function openGroups(span: Head, logAt: LogAt | undefined, givenUp: readonly GivenUp[]) {
  const passed: GivenUp[] = [];
  const sales = openSales(span.asOf ?? span.through);
  const logged =
    logAt &&
    entriesAt(logAt, span, {
      onGivenUp: (lost) => passed.push(lost),
      onSale: sales.take,
      salesThrough: sales.through,
    });
  const time = { head: Number.POSITIVE_INFINITY, due: -1 }; // over all orders
  let open: Group | undefined;
  const versions: Versions = { terms: new Map(), spreads: new Map() };
  const unlogged = new Set<OtherProduct | undefined>();
  let place = -1;
  let next: Promise<IteratorResult<OrdersEntry, void>> | undefined;
  const counts: Counts = { entries: 0, orders: 0, unlogged: 0, lingered: 0 };

  const peek = () => {
    next ??= logged!.next();
    return next;
  };

  async function close(fail: Fail): Promise<void> {
    if (!open) return;
    const { entry, left, orders, due } = open;
    open = undefined;
    if (left > 0)
      fail(`ORDERS LEFT OUT: ${many(left)} of ${entry ? `the entry at place ${entry.place}` : 'those before the log'}`);
    if (!entry || !logged) return;
    const { value } = await peek();
    if (value && value.place < entry.place) leftOut(value, fail);
    if (!value || value.place > entry.place)
      return fail(`ORDERS ADDED: the log has no orders of this time at place ${entry.place}`);
    compareWithLog({ entry, orders, due }, value, fail);
    if (hasLingered({ entry, due }, value)) counts.lingered += orders.length;
    for (const order of orders) {
      agreedOn(order, value, fail);
      await verifiedProducts[order.product].fitsItsDay?.(order, value, fail);
    }
    next = undefined;
  }
  /** Checks the stake and the return of a contract, or the spread of other products, against the logged versions in force. */
  function agreedOn(line: Line, entry: OrdersEntry, fail: Fail): void {
    const { agreedBy: of, offeredTo, sayAgreed } = verifiedProducts[line.product];
    const agreed = offeredTo(line, entry);
    if (agreed) return void versions[of].set(agreed.version, agreed.place);
    const known = entry[of].map(({ version, place: at }) => `version ${version} at place ${at}`).join(', ');
    fail(
      `OTHER TERMS than were logged: ${line.name} at place ${entry.place} has ${sayAgreed(line.order)}, rule ${line.rule}; in force was ${known || 'nothing'}`,
    );
  }
  /** Slots that the log reports as given up, within the time of these orders, must be in the file too. */
  function namesAll(fail: Fail): void {
    for (const { place: at, first, last } of passed)
      if (first <= time.due && last > time.head && !givenUp.some((named) => named.place === at))
        fail(`GIVEN UP LEFT OUT: the log says at place ${at} that slots ${first} to ${last} were given up`);
  }
  const leftOut = ({ place: at, count }: OrdersEntry, fail: Fail) =>
    fail(`ORDERS LEFT OUT: ${many(count)} logged at place ${at}`);

  return {
    /** Begins a group if the line announces one. Returns undefined for any other line. */
    begin(line: string, fail: Fail): Promise<void> | undefined {
      const entry = readEntryLine(line);
      const before = entry ? undefined : readUnloggedLine(line);
      const group = entry ?? before;
      if (!group) return undefined;
      return close(fail).then(() => {
        const { product, count } = group;
        if (product && span.version === 2) fail(`a file of version 2 has no orders of ${product}`);
        if (before && (place >= 0 || unlogged.has(product))) fail('orders before the log come first');
        if (before && logged) fail(`ORDERS ADDED: ${many(count)} in no entry of the log`);
        if (entry && entry.place <= place) fail(`place ${entry.place} is out of turn`);
        if (entry && (entry.slot < span.first || entry.slot > span.through))
          fail(`slot ${entry.slot} is not of this file`);
        place = entry?.place ?? place;
        open = { entry, product, left: count, orders: [], due: Number.POSITIVE_INFINITY };
        if (before) unlogged.add(product);
        if (entry) counts.entries++;
        else counts.unlogged += count;
      });
    },
    /** The product of the orders that follow. */
    product: () => open?.product,
    add(order: Line, fail: Fail): void {
      const { name, headSlot, dueSlot } = order;
      if (!open || open.left === 0) fail(`ORDERS ADDED: one more than its entry has, ${name}`);
      const { entry, orders } = open!;
      if (entry && Math.abs(headSlot - entry.slot) > maxHeadAge)
        fail(`ORDERS AFTER THEIR OUTCOME: accepted at slot ${entry.slot}, with slot ${headSlot} as the head`);
      // Two accounts may agree on the same terms under the same id, so a name may appear twice; the log's root tells
      // whether it should. Orders older than the log are not collected because there may be many.
      if (entry) orders.push(order);
      open!.due = Math.min(open!.due, dueSlot);
      time.head = Math.min(time.head, headSlot);
      // Slots given up after the file's `asOf` slot do not matter.
      time.due = Math.max(time.due, Math.min(dueSlot, span.asOf ?? dueSlot));
      if (logged) sales.add(order);
      open!.left--;
      counts.orders++;
    },
    async end(fail: Fail): Promise<void> {
      await close(fail);
      const rest = logged && (await peek()).value;
      if (rest) leftOut(rest, fail);
      sales.end(fail);
      namesAll(fail);
    },
    summary: () => [summaryOf(counts, versions, logged !== undefined), ...sales.summary()].join('\n'),
  };
}

type Closed = { entry: LoggedOrders; orders: readonly Line[]; due: number };
/** Whether orders were logged when the tick that ends them already existed. */
const hasLingered = ({ entry, due }: Omit<Closed, 'orders'>, { known }: OrdersEntry): boolean =>
  lingersOf(entry) > 0 && due <= known;
const lingersOf = (entry: LoggedOrders): number => products[productNameOf(entry)].lingers;

/** Compares the orders of an entry with what was logged at its place. */
function compareWithLog({ entry, orders, due }: Closed, logged: OrdersEntry, fail: Fail): void {
  const at = `at place ${entry.place}`;
  const [product, said] = [productLoggedAs(logged.product), productNameOf(entry)];
  if (product !== said) fail(`OTHER ORDERS than were logged ${at}: of ${product}, not of ${said}`);
  if (logged.slot !== entry.slot) fail(`the log has slot ${logged.slot} ${at}, the file ${entry.slot}`);
  for (const line of orders) {
    const misfit = verifiedProducts[product].misfitOfEntry?.(line.order, logged.product);
    if (misfit) fail(`OTHER TERMS than were logged ${at}: ${line.name} ${misfit}`);
  }
  const missing = logged.count - orders.length;
  if (missing > 0) fail(`ORDERS LEFT OUT: ${many(missing)} of place ${entry.place}`);
  if (missing < 0) fail(`ORDERS ADDED: ${many(-missing)} ${at}`);
  const names = orders.map(({ name }) => fromHex(name));
  if (!sameBytes(rootOf(treeOf(names, sha)), logged.root)) fail(`OTHER ORDERS than were logged ${at}`);
  if (due + lingersOf(entry) <= logged.known)
    fail(`ORDERS AFTER THEIR OUTCOME: logged ${at}, after slot ${logged.known}; one was due at ${due}`);
  if (logged.slot + products.contract.shortestLife <= logged.known)
    fail(`ORDERS KEPT BACK: those of slot ${logged.slot} were logged ${at}, after slot ${logged.known}`);
}

type Counts = { entries: number; orders: number; unlogged: number; lingered: number };
/** The versions that orders were agreed on, and their places in the log. */
type Versions = { terms: Map<number, number>; spreads: Map<number, number> };
function summaryOf(
  { entries, orders, unlogged, lingered }: Counts,
  { terms, spreads }: Versions,
  hasLog: boolean,
): string {
  if (unlogged > 0) return `${many(unlogged)} from before the public log: nothing shows that none is missing`;
  if (!hasLog)
    return `in ${entries} entries of the public log, by the file's own word (--log KEY --site ADDRESS checks it)`;
  const listed = (of: Map<number, number>) =>
    [...of].map(([version, at]) => `version ${version} at place ${at}`).join(', ');
  const lines = [`none is missing: ${many(orders)} in ${entries} entries, as the public log counts them`];
  if (terms.size > 0) lines.push(`   all on terms as they were logged: ${listed(terms)}`);
  if (spreads.size > 0) lines.push(`   all at spreads as they were logged: ${listed(spreads)}`);
  if (lingered > 0)
    lines.push(
      `   ${many(lingered)} of coins logged up to 5 s after their tick: the log does not show that it was unknown`,
    );
  return lines.join('\n');
}

/** Whether the log reports these slots as given up at the given place. Without a log this is not checked. */
export async function isGivenUp(logAt: LogAt | undefined, { place, first, last }: GivenUp, fail: Fail): Promise<void> {
  const entry = logAt && (await entryAt(await logOf(logAt), place));
  if (logAt && !(entry?.kind === 'givenUp' && entry.first === first && entry.last === last))
    fail(`NOT GIVEN UP: the log does not say at place ${place} that slots ${first} to ${last} were given up`);
}

async function logOf({ where, key }: LogAt) {
  const known = await readKey(key);
  if (known?.type !== 'text') throw new Error(`"${key}" is not the key of a log`);
  return openLog(getAt(where), known);
}

async function* entriesAt(logAt: LogAt, span: Head, between: Between): AsyncGenerator<OrdersEntry, void> {
  yield* ordersIn(await logOf(logAt), span, span.version === 3 ? 'all' : 'contracts', between);
}
