import { networks } from '../movements/addresses.ts';

/** How a withdrawal leaves: over a network, or to a bank. It is the label of its movement. */
export const ways = [...networks, 'bank'] as const;
export type Way = (typeof ways)[number];

/** For how many seconds the simulated network or bank takes after a withdrawal is approved. */
export const takesSeconds: Record<Way, number> = { TRC20: 60, ERC20: 180, BEP20: 60, bank: 300 };

/** What is withdrawn, and from which wallet. */
export const currencyOf = (way: Way) => (way === 'bank' ? ('CNY' as const) : ('USDT' as const));
export const walletFor = (way: Way) => (way === 'bank' ? ('cash' as const) : ('fund' as const));
