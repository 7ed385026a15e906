import { hash } from 'node:crypto';
import { fromHex, sameBytes } from '@glasshouse/protocol/bytes';
import { dueSlot } from '@glasshouse/protocol/contracts/settle';
import { rootOf, treeOf } from '@glasshouse/protocol/market/tape';
import { formatUsdt } from '@glasshouse/protocol/money';
import {
  type GivenUp,
  type LoggedOrders,
  readEntryLine,
  readUnloggedLine,
  type Settlement,
} from '@glasshouse/protocol/orders/settlements-file';
import { readKey } from '@glasshouse/protocol/publiclog/note';
import { entryAt, getAt, type OrdersEntry, openLog, ordersIn } from './log-orders.ts';
import { fits } from './log-terms.ts';

/** Where the public log is, and the key that signs it. */
export type LogAt = { where: string; key: string };
type Fail = (why: string) => never;
const headMayDiffer = 4; // slots: a site accepts no order whose head is further from its clock
const sha = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');
const many = (count: number) => (count === 1 ? '1 order' : `${count} orders`);

/**
 * Holds the groups of a file of version 2 against the log's entries one by one. Each entry says how many orders were accepted together, and
 * the root over their slips, so an order that is missing or was put in shows, whoever made the file; and its place among the seconds of the
 * tape says what was known when it was logged.
 */
export function openGroups(
  span: { first: number; through: number },
  logAt: LogAt | undefined,
  givenUp: readonly GivenUp[],
) {
  const passed: GivenUp[] = [];
  const logged = logAt && entriesAt(logAt, span, (lost) => passed.push(lost));
  const time = { head: Number.POSITIVE_INFINITY, due: -1 }; // of all orders together
  let open: { entry: LoggedOrders | undefined; left: number; orders: Settlement[]; due: number } | undefined;
  const versions = new Map<number, number>();
  let place = -1;
  let next: Promise<IteratorResult<OrdersEntry, void>> | undefined;
  const counts = { entries: 0, orders: 0, unlogged: 0 };

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
    if (value.slot !== entry.slot)
      fail(`the log has slot ${value.slot} at place ${entry.place}, the file ${entry.slot}`);
    if (value.count > orders.length)
      fail(`ORDERS LEFT OUT: ${many(value.count - orders.length)} of place ${entry.place}`);
    if (value.count < orders.length) fail(`ORDERS ADDED: ${many(orders.length - value.count)} at place ${entry.place}`);
    if (
      !sameBytes(
        rootOf(
          treeOf(
            orders.map(({ name }) => fromHex(name)),
            sha,
          ),
        ),
        value.root,
      )
    )
      fail(`OTHER ORDERS than were logged at place ${entry.place}`);
    if (due <= value.known)
      fail(
        `ORDERS AFTER THEIR OUTCOME: logged at place ${entry.place}, after slot ${value.known}; one was due at ${due}`,
      );
    for (const order of orders) agreedOn(order, value, fail);
    next = undefined;
  }
  /** The stake and the return of an order are of terms that were logged before it, and in force. */
  function agreedOn(order: Settlement, { place: at, terms }: OrdersEntry, fail: Fail): void {
    const agreed = terms.find((each) => fits(order, each));
    if (agreed) return void versions.set(agreed.version, agreed.place);
    const { name, seconds, returnBp, stake, rule } = order;
    const known = terms.map(({ version, place: logged }) => `version ${version} at place ${logged}`).join(', ');
    fail(
      `OTHER TERMS than were logged: ${name} at place ${at} has ${formatUsdt(stake)} USDT for ${seconds} s at ${returnBp / 100} %, rule ${rule}; in force was ${known || 'nothing'}`,
    );
  }
  /** What the log says was given up of the time of these orders, the file must say too. */
  function namesAll(fail: Fail): void {
    for (const { place: at, first, last } of passed)
      if (first <= time.due && last > time.head && !givenUp.some((named) => named.place === at))
        fail(`GIVEN UP LEFT OUT: the log says at place ${at} that slots ${first} to ${last} were given up`);
  }
  const leftOut = ({ place: at, count }: OrdersEntry, fail: Fail) =>
    fail(`ORDERS LEFT OUT: ${many(count)} logged at place ${at}`);

  return {
    /** Begins a group if the line says so; undefined for any other line. */
    begin(line: string, fail: Fail): Promise<void> | undefined {
      const entry = readEntryLine(line);
      const unlogged = entry ? undefined : readUnloggedLine(line);
      if (!entry && unlogged === undefined) return undefined;
      return close(fail).then(() => {
        if (unlogged !== undefined && (place >= 0 || counts.unlogged > 0)) fail('orders before the log come first');
        if (unlogged !== undefined && logged) fail(`ORDERS ADDED: ${many(unlogged)} in no entry of the log`);
        if (entry && entry.place <= place) fail(`place ${entry.place} is out of turn`);
        if (entry && (entry.slot < span.first || entry.slot > span.through))
          fail(`slot ${entry.slot} is not of this file`);
        place = entry?.place ?? place;
        open = { entry, left: entry?.count ?? unlogged!, orders: [], due: Number.POSITIVE_INFINITY };
        if (entry) counts.entries++;
        else counts.unlogged = unlogged!;
      });
    },
    add(order: Settlement, fail: Fail): void {
      const { name, headSlot } = order;
      if (!open || open.left === 0) fail(`ORDERS ADDED: one more than its entry has, ${name}`);
      const { entry, orders } = open!;
      if (entry && Math.abs(headSlot - entry.slot) > headMayDiffer)
        fail(`ORDERS AFTER THEIR OUTCOME: accepted at slot ${entry.slot}, with slot ${headSlot} as the head`);
      // Two accounts may agree on the same terms under the same id, so a name may be here twice: the log's root says whether it should. Those
      // before the log may be many, and nothing is made of them.
      if (entry) orders.push(order);
      open!.due = Math.min(open!.due, dueSlot(order));
      time.head = Math.min(time.head, headSlot);
      time.due = Math.max(time.due, dueSlot(order));
      open!.left--;
      counts.orders++;
    },
    async end(fail: Fail): Promise<void> {
      await close(fail);
      const rest = logged && (await peek()).value;
      if (rest) leftOut(rest, fail);
      namesAll(fail);
    },
    said(): string {
      if (counts.unlogged > 0)
        return `${many(counts.unlogged)} from before the public log: nothing shows that none is missing`;
      if (!logged)
        return `in ${counts.entries} entries of the public log, by the file's own word (--log KEY --site ADDRESS checks it)`;
      const terms = [...versions].map(([version, at]) => `version ${version} at place ${at}`);
      return [
        `none is missing: ${many(counts.orders)} in ${counts.entries} entries, as the public log counts them`,
        ...(terms.length > 0 ? [`   all on terms as they were logged: ${terms.join(', ')}`] : []),
      ].join('\n');
    },
  };
}

/** Whether the log says at the place named that these slots were given up. Without a log nothing is known against it. */
export async function isGivenUp(logAt: LogAt | undefined, { place, first, last }: GivenUp, fail: Fail): Promise<void> {
  const entry = logAt && (await entryAt(await logOf(logAt), place));
  if (logAt && !(entry?.kind === 'givenUp' && entry.first === first && entry.last === last))
    fail(`NOT GIVEN UP: the log does not say at place ${place} that slots ${first} to ${last} were given up`);
}

async function logOf({ where, key }: LogAt) {
  const known = await readKey(key);
  if (known?.type !== 'text') throw new Error(`"${key}" is no key of a log`);
  return openLog(getAt(where), known);
}

async function* entriesAt(
  logAt: LogAt,
  span: { first: number; through: number },
  onGivenUp: (lost: GivenUp) => void,
): AsyncGenerator<OrdersEntry, void> {
  yield* ordersIn(await logOf(logAt), span, onGivenUp);
}
