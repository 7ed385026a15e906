import { type Wallet, wallets } from '../ledger/books.ts';
import type { Flow } from '../movements/arrows.ts';

/** What a record's label means, for whoever puts it into words. */
export type Label =
  | { is: 'wallets'; from: Wallet; to: Wallet }
  | { is: 'pair'; from: string; to: string }
  | { is: 'bank' | 'member' | 'expired' | 'left' }
  | { is: 'plain'; text: string };

const isWallet = (name: string): name is Wallet => wallets.some((wallet) => wallet === name);

/** Reads a label: two wallets or currencies, two levels, a network, a bank, a member. What it does not know stays as it is. */
export function readLabel(flow: Flow, text: string): Label {
  const [from = '', to] = text.split('-');
  if (flow === 'move' && to !== undefined && isWallet(from) && isWallet(to)) return { is: 'wallets', from, to };
  if (flow === 'exchange' && to !== undefined) return { is: 'pair', from, to };
  if (flow === 'upgrade' && to !== undefined) return { is: 'pair', from: `VIP ${from}`, to: `VIP ${to}` };
  if (flow === 'refund' && /^\d$/.test(text)) return { is: 'plain', text: `VIP ${text}` };
  if (text === 'bank' || text === 'member' || text === 'expired' || text === 'left') return { is: text };
  return { is: 'plain', text };
}
