import { type Flow, flows } from '../movements/arrows.ts';

/** What each tab of the records shows. */
export const tabs = {
  all: flows,
  recharge: ['recharge'],
  withdraw: ['withdraw'],
  transfer: ['transfer', 'receive', 'move', 'exchange'],
  upgrade: ['upgrade', 'refund'],
} as const satisfies Record<string, readonly Flow[]>;
export type Tab = keyof typeof tabs;

/** The currencies that users move. */
export const recordCurrencies = ['USDT', 'CNY'] as const;
