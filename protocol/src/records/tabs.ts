import { coinSymbols } from '../money.ts';
import { type Flow, flows, type MovementState, movementStates } from '../movements/arrows.ts';
import { perProduct } from '../orders/by-product.ts';
import { productNames } from '../orders/product-names.ts';

/**
 * Kinds of entries in the activity list: an order of a product that is settled by the tape, a purchased wealth product,
 * or a money movement.
 */
export const activities = [...productNames, 'product', 'money'] as const;
export type Activity = (typeof activities)[number];

/** The tabs of the activity list and their kinds. */
export const tabs = {
  all: { kinds: activities, flows },
  ...perProduct((product) => ({ kinds: [product], flows: [] })),
  product: { kinds: ['product'], flows: [] },
  recharge: { kinds: ['money'], flows: ['recharge'] },
  withdraw: { kinds: ['money'], flows: ['withdraw'] },
  transfer: { kinds: ['money'], flows: ['transfer', 'receive', 'move', 'exchange'] },
  upgrade: { kinds: ['money'], flows: ['upgrade', 'refund'] },
} as const satisfies Record<string, { kinds: readonly Activity[]; flows: readonly Flow[] }>;
export type Tab = keyof typeof tabs;

/** The currencies that users move. */
export const recordCurrencies = ['USDT', 'CNY'] as const;
/** Currencies that the activity can be filtered by: trades of a coin, or amounts in USDT or yuan. */
export const activityCurrencies = [...recordCurrencies, ...coinSymbols] as const;

/** The states of pending money movements. */
export const openStates = ['under_review', 'withdrawing', 'frozen'] as const satisfies MovementState[];

/** Outcomes of orders in all traded products. */
export const outcomes = ['win', 'lose', 'draw', 'void', 'sold', 'filled'] as const;
type Outcome = (typeof outcomes)[number];
/** Possible outcomes of each product. */
export const outcomesOf = {
  contract: ['win', 'lose', 'draw', 'void'],
  option: ['win', 'lose', 'draw', 'void', 'sold'],
  spot: ['filled', 'void'],
  product: ['ended'],
  money: [],
} as const satisfies Record<Activity, readonly (Outcome | 'ended')[]>;
/** States of all entries: `open` for any kind, an outcome, or a state of a money movement. */
export const activityStates = ['open', ...outcomes, 'ended', ...movementStates] as const;
/** The directions of orders. */
export const sides = ['long', 'short', 'call', 'put', 'buy', 'sell'] as const;
