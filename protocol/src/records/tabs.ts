import { coinSymbols } from '../money.ts';
import { type Flow, flows, type MovementState, movementStates } from '../movements/arrows.ts';
import { perProduct } from '../orders/by-product.ts';
import { productNames } from '../orders/product-names.ts';

/** What an entry of the activity can be: an order of a product that the tape ends, a wealth product bought, or money moved. */
export const activities = [...productNames, 'product', 'money'] as const;
export type Activity = (typeof activities)[number];

/** What each tab of the activity shows. */
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
/** What the activity can be narrowed to: trades of a coin, or what is counted in USDT or yuan. */
export const activityCurrencies = [...recordCurrencies, ...coinSymbols] as const;

/** The states of money that is still under way. */
export const openStates = ['under_review', 'withdrawing', 'frozen'] as const satisfies MovementState[];

/** How an order came out, in every product that is traded. */
export const outcomes = ['win', 'lose', 'draw', 'void', 'sold', 'filled'] as const;
type Outcome = (typeof outcomes)[number];
/** How what was bought came out, in each product. */
export const outcomesOf = {
  contract: ['win', 'lose', 'draw', 'void'],
  option: ['win', 'lose', 'draw', 'void', 'sold'],
  spot: ['filled', 'void'],
  product: ['ended'],
  money: [],
} as const satisfies Record<Activity, readonly (Outcome | 'ended')[]>;
/** Where something stands: open, whatever it is, an outcome, or a state of a movement of money. */
export const activityStates = ['open', ...outcomes, 'ended', ...movementStates] as const;
/** Which way an order goes. */
export const sides = ['long', 'short', 'call', 'put', 'buy', 'sell'] as const;
