import type { Order } from '@glasshouse/protocol/contracts/calls';
import { dueSlot, isRule } from '@glasshouse/protocol/contracts/settle';
import { addDecimal, compareDecimal, subtractDecimal } from '@glasshouse/protocol/decimal';
import { placedForm, tickOrNull } from '@glasshouse/protocol/orders/order-form';
import { amount, fields, oneOf, orNull, time, whole } from '@glasshouse/protocol/shape';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useAwaitsPractice } from '../../lib/awaits-practice.ts';
import { followStored, recallStored } from '../../lib/stored.ts';

// Orders placed without an account. No server knows of them: this device keeps them, to be looked at and for nothing else.

/** An order that this device alone knows, and whether its result was shown here. */
export type Practice = { order: Order; shown: boolean };
type Kept = { orders: readonly Practice[]; balance: string };

/** What practice starts with on a device: as much as a new account has. */
export const practiceBalance = '10000.00';
/** The longest period whose ticks one public proof holds without a gap, in seconds. */
export const longestPractice = 590;
const most = 20;

const form = fields({
  order: fields({
    ...placedForm,
    settledAt: orNull(time),
    direction: oneOf('long', 'short'),
    seconds: whole(1, longestPractice),
    stake: amount,
    returnBp: whole(1, 10_000),
    entry: tickOrNull,
    outcome: orNull(oneOf('win', 'lose', 'draw', 'void')),
    payout: orNull(amount),
  }),
  shown: oneOf(true, false),
});

/** Where its receipt is. */
export const practiceReceipt = ({ id }: Pick<Order, 'id'>): string => `/receipt/device/${id}`;

const isOpen = ({ order }: Practice) => order.outcome === null;

function isPractice(value: unknown): value is Practice {
  if (form(value) !== undefined) return false;
  const { order } = value as Practice;
  const { rule, outcome, payout, settledAt } = order;
  const isWhole = [payout, settledAt].every((each) => (each === null) === (outcome === null));
  return isWhole && isRule(rule) && order.dueSlot === dueSlot(order);
}

/** What of that which was stored can be one: anybody with the device may have written it. At most one is open, the newest. */
export function readKept(stored: unknown): readonly Practice[] {
  const { orders } = (stored ?? {}) as { orders?: unknown };
  const known = (Array.isArray(orders) ? orders.slice(0, most) : []).filter(isPractice);
  const ids = new Set<string>();
  const open = known.find(isOpen);
  return known.filter((each) => {
    const isNew = !ids.has(each.order.id);
    ids.add(each.order.id);
    return isNew && (!isOpen(each) || each === open);
  });
}

/** What is left to practise with. It is no money, so nothing but its form is checked. */
const readBalance = (stored: unknown): string => {
  const { balance } = (stored ?? {}) as { balance?: unknown };
  return amount(balance) === undefined ? (balance as string) : practiceBalance;
};

const useKept = create<Kept>()(
  persist((): Kept => ({ orders: [], balance: practiceBalance }), {
    name: 'practice',
    version: 1,
    migrate: (stored) => stored as Kept,
    merge: (stored) => ({ orders: readKept(stored), balance: readBalance(stored) }),
  }),
);
followStored(useKept);

function change(next: (orders: Kept['orders']) => Kept['orders'], balance = useKept.getState().balance): void {
  const orders = next(useKept.getState().orders).slice(0, most);
  useKept.setState({ orders, balance });
  useAwaitsPractice.setState({ awaits: orders.some((each) => isOpen(each) || !each.shown) });
}

/** What is left to practise with, without the stake of an open order. Results add up, from visit to visit. */
export const usePracticeBalance = (): string => useKept(({ balance }) => balance);
/** Starts again once too little is left for an order. */
export const refillPractice = (): void => change((orders) => orders, practiceBalance);
const withPayout = (amount: string): string => addDecimal(useKept.getState().balance, amount);

/** All that this device keeps, newest first; and the one that is open. */
export const usePractice = (): readonly Practice[] => useKept(({ orders }) => orders);
export const useOpenPractice = (): Order | undefined => useKept(({ orders }) => orders.find(isOpen)?.order);
const find = (orders: Kept['orders'], id: string) => orders.find(({ order }) => order.id === id);
export const usePracticeOf = (id: string): Order | undefined => useKept(({ orders }) => find(orders, id)?.order);
export const practiceOf = (id: string): Order | undefined => find(useKept.getState().orders, id)?.order;

/** Opens an order here; false while another one is open, in this tab or in another. */
export function placePractice(order: Order): boolean {
  recallStored(useKept);
  const { orders, balance } = useKept.getState();
  if (orders.some(isOpen) || compareDecimal(order.stake, balance) > 0) return false;
  change((before) => [{ order, shown: false }, ...before], subtractDecimal(balance, order.stake));
  return true;
}

/** Takes over what the tape has told of an order since. */
export function renewPractice(order: Order): void {
  recallStored(useKept);
  const ends = practiceOf(order.id)?.outcome === null && order.payout !== null;
  change(
    (orders) => orders.map((each) => (each.order.id === order.id ? { ...each, order } : each)),
    ends ? withPayout(order.payout!) : undefined,
  );
}

/** The ids of results that were not shown yet, oldest first. */
export const unshownPractice = (): string[] =>
  useKept
    .getState()
    .orders.filter((each) => !isOpen(each) && !each.shown)
    .map(({ order }) => order.id)
    .reverse();

/** Says that a result was shown; false if it had been already. */
export function markShown(id: string): boolean {
  recallStored(useKept);
  const isNew = unshownPractice().includes(id);
  if (isNew) change((orders) => orders.map((each) => (each.order.id === id ? { ...each, shown: true } : each)));
  return isNew;
}

/** Lets go of an order that the tape cannot decide any more; its stake is returned. */
export function dropPractice(id: string): void {
  recallStored(useKept);
  const open = practiceOf(id);
  const returned = open?.outcome === null ? withPayout(open.stake) : undefined;
  change((orders) => orders.filter(({ order }) => order.id !== id), returned);
}
export const forgetPractice = (): void => change(() => [], practiceBalance);
