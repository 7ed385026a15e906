import { networks } from '../movements/addresses.ts';

/** A network or a bank transfer. Movements store the method as their label. */
export const withdrawalMethods = [...networks, 'bank'] as const;
export type WithdrawalMethod = (typeof withdrawalMethods)[number];

/** Seconds that the simulated network or bank takes after a withdrawal is approved. */
export const takesSeconds: Record<WithdrawalMethod, number> = { TRC20: 60, ERC20: 180, BEP20: 60, bank: 300 };

export const currencyOf = (method: WithdrawalMethod) => (method === 'bank' ? ('CNY' as const) : ('USDT' as const));
export const walletFor = (method: WithdrawalMethod) => (method === 'bank' ? ('cash' as const) : ('fund' as const));
