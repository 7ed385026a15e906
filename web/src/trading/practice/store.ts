import { addDecimal, compareDecimal, subtractDecimal, tidyDecimal } from '@glasshouse/protocol/decimal';
import { amount, fields, fits, oneOf } from '@glasshouse/protocol/shape';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { type AwaitsPractice, useAwaitsPractice } from '../../lib/awaits-practice.ts';
import { followStored, recallStored } from '../../lib/stored.ts';

// Orders placed without an account. Only this device stores them; no server knows about them.

type OrderOutcome = { id: string; outcome: string | null };
/** An order of this device, and whether its result has been shown. */
export type PracticeEntry<O> = { order: O; shown: boolean };
/** One balance for all products, and the orders of each. The code of each product validates its orders. */
export type PracticeState = {
  balance: string;
  orders?: unknown;
  options?: unknown;
  trades?: unknown;
  /** The coins of the spot wallet. */
  coins?: unknown;
};

/** The initial balance on a device, the same as that of a new account by default. */
export const practiceBalance = '10000.00';
const max = 20;

/** It isn't money, so only its form is checked. */
const readBalance = (stored: unknown): string => {
  const { balance } = (stored ?? {}) as { balance?: unknown };
  return amount(balance) === undefined ? (balance as string) : practiceBalance;
};

export const usePracticeStore = create<PracticeState>()(
  persist((): PracticeState => ({ balance: practiceBalance }), {
    name: 'practice',
    version: 1,
    migrate: (stored) => stored as PracticeState,
    merge: (stored) => {
      const { orders, options, trades, coins } = (stored ?? {}) as Partial<PracticeState>;
      return { orders, options, trades, coins, balance: readBalance(stored) };
    },
  }),
);
followStored(usePracticeStore);

/** The balance minus what was paid for open orders. It carries over between products and visits. */
export const usePracticeBalance = (): string => usePracticeStore(({ balance }) => balance);
/** Resets the balance once it is too small for an order. */
export function refillPractice(): void {
  usePracticeStore.setState({ balance: practiceBalance });
}

/** The path of an order's receipt. */
export const practiceReceipt = ({ id }: { id: string }): string => `/receipt/device/${id}`;

/** The product-specific part of practice on a device. */
type PracticeProduct<O extends OrderOutcome> = {
  list: 'orders' | 'options' | 'trades';
  /** The flag that is set while an order is open or its result hasn't been shown. */
  flag?: keyof AwaitsPractice;
  isOrder: (value: unknown) => value is O;
  /** The state after paying for an order; `undefined` if the balance is too small. */
  pay: (state: PracticeState, order: O) => Partial<PracticeState> | undefined;
  /** The state after an order has ended. An open one that the tape can no longer settle is refunded. */
  credit: (state: PracticeState, order: O) => Partial<PracticeState>;
};

/** Pays and credits orders in USDT. */
export const inUsdt = <O extends OrderOutcome & { payout: string | null }>(paid: (order: O) => string) => ({
  pay: ({ balance }: PracticeState, order: O) =>
    compareDecimal(paid(order), balance) > 0 ? undefined : { balance: lessUsdt(balance, paid(order)) },
  credit: ({ balance }: PracticeState, order: O) => ({ balance: moreUsdt(balance, order.payout ?? paid(order)) }),
});
/** Normalized, because other notations of an amount would not be read back. */
export const moreUsdt = (balance: string, by: string): string => tidyDecimal(addDecimal(balance, by));
export const lessUsdt = (balance: string, by: string): string => tidyDecimal(subtractDecimal(balance, by));

export const isOpen = ({ order }: PracticeEntry<OrderOutcome>) => order.outcome === null;

/** A product's orders on this device: the last 20, at most one of them open. */
export function practiceOrders<O extends OrderOutcome>({ list, flag, isOrder, pay, credit }: PracticeProduct<O>) {
  const form = fields({ order: fits(isOrder), shown: oneOf(true, false) });
  const isEntry = (value: unknown): value is PracticeEntry<O> => form(value) === undefined;

  /**
   * The valid part of the stored data, because anybody with the device may have written it. Of several open orders only
   * the newest counts.
   */
  function read(stored: unknown): readonly PracticeEntry<O>[] {
    const known = (Array.isArray(stored) ? stored.slice(0, max) : []).filter(isEntry);
    const ids = new Set<string>();
    const open = known.find(isOpen);
    return known.filter((each) => {
      const isNew = !ids.has(each.order.id);
      ids.add(each.order.id);
      return isNew && (!isOpen(each) || each === open);
    });
  }

  let last: { stored: unknown; orders: readonly PracticeEntry<O>[] } = { stored: undefined, orders: [] };
  const all = ({ [list]: stored }: PracticeState = usePracticeStore.getState()) => {
    if (stored !== last.stored) last = { stored, orders: read(stored) };
    return last.orders;
  };
  const find = (orders: readonly PracticeEntry<O>[], id: string) => orders.find(({ order }) => order.id === id)?.order;

  function change(orders: readonly PracticeEntry<O>[], money: Partial<PracticeState> = {}): void {
    usePracticeStore.setState({ [list]: orders.slice(0, max), ...money });
    if (flag) useAwaitsPractice.setState({ [flag]: all().some((each) => isOpen(each) || !each.shown) });
  }

  return {
    /** All stored orders, newest first; the open one; and one by its id. */
    all,
    one: (id: string): O | undefined => find(all(), id),
    useAll: () => usePracticeStore(all),
    useOpen: (): O | undefined => usePracticeStore((state) => all(state).find(isOpen)?.order),
    useOne: (id: string): O | undefined => usePracticeStore((state) => find(all(state), id)),
    change,
    credit,
    /**
     * Opens an order on this device. Returns false if another one is open, in this tab or another, or if the balance is
     * too small.
     */
    place: (order: O): boolean => {
      recallStored(usePracticeStore);
      const paid = all().some(isOpen) ? undefined : pay(usePracticeStore.getState(), order);
      if (paid) change([{ order, shown: false }, ...all()], paid);
      return paid !== undefined;
    },
  };
}
export type PracticeOrders<O extends OrderOutcome> = ReturnType<typeof practiceOrders<O>>;
