import type { IconName } from '@glasshouse/kit/Icon.tsx';
import type { WordKey } from '../lib/words.tsx';

/** The most common tasks, the most frequent first. Each has a short answer and a link to the page for it. */
export const tasks = [
  { name: 'first', icon: 'contract', to: '/contract', page: 'titles.contract' },
  { name: 'topup', icon: 'deposit', to: '/pay/deposit', page: 'titles.deposit' },
  { name: 'withdraw', icon: 'withdraw', to: '/pay/withdraw', page: 'titles.withdraw' },
  { name: 'send', icon: 'transfer', to: '/pay/transfer', page: 'titles.memberTransfer' },
  { name: 'password', icon: 'key', to: '/user/security', page: 'titles.security' },
  { name: 'login', icon: 'user', to: '/forget', page: 'titles.forget' },
  { name: 'reviews', icon: 'clock', to: '/records', page: 'titles.records' },
] as const satisfies readonly { name: string; icon: IconName; to: string; page: WordKey }[];

/** How the site works. */
export const explanations = [
  { name: 'simulated', icon: 'pane' },
  { name: 'results', icon: 'contract' },
  { name: 'checking', icon: 'proof' },
  { name: 'odds', icon: 'equal' },
  { name: 'options', icon: 'market' },
  { name: 'spot', icon: 'transfer' },
  { name: 'wealth', icon: 'pledge' },
  { name: 'wallets', icon: 'finance' },
] as const satisfies readonly { name: string; icon: IconName }[];

export type Task = (typeof tasks)[number];
export type TopicName = Task['name'] | (typeof explanations)[number]['name'];
