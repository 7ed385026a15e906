import { type Wallet, wallets } from '../ledger/books.ts';
import type { Flow } from '../movements/arrows.ts';

/** The meaning of a record's label, for callers that translate it. */
export type Label =
  | { is: 'wallets'; from: Wallet; to: Wallet }
  | { is: 'pair'; from: string; to: string }
  | { is: 'bank' | 'member' | 'expired' | 'left' }
  | { is: 'plain'; text: string };

const isWallet = (name: string): name is Wallet => wallets.some((wallet) => wallet === name);

/**
 * Parses a label: two wallets or currencies, two levels, a network, a bank, or a member. Unknown labels are returned
 * unchanged.
 */
export function readLabel(flow: Flow, text: string): Label {
  const [from = '', to] = text.split('-');
  if (flow === 'move' && to !== undefined && isWallet(from) && isWallet(to)) return { is: 'wallets', from, to };
  if (flow === 'exchange' && to !== undefined) return { is: 'pair', from, to };
  if (flow === 'upgrade' && to !== undefined) return { is: 'pair', from: `VIP ${from}`, to: `VIP ${to}` };
  if (flow === 'refund' && /^\d$/.test(text)) return { is: 'plain', text: `VIP ${text}` };
  if (text === 'bank' || text === 'member' || text === 'expired' || text === 'left') return { is: text };
  return { is: 'plain', text };
}
