import { page } from '../lib/pages.ts';

const words = ['assets'] as const;

export const pages = [
  page(
    '/assets',
    'titles.assets',
    { words, parent: '/user' },
    async () => (await import('./AssetsScreen.tsx')).AssetsScreen,
  ),
  page(
    '/assets/statement',
    'titles.statement',
    { words },
    async () => (await import('./StatementScreen.tsx')).StatementScreen,
  ),
  page(
    '/assets/transfer',
    'titles.transfer',
    { words },
    async () => (await import('./TransferScreen.tsx')).TransferScreen,
  ),
  page(
    '/assets/exchange',
    'titles.exchange',
    { words },
    async () => (await import('./ExchangeScreen.tsx')).ExchangeScreen,
  ),
  page(
    '/results',
    'titles.contractResults',
    { words: ['contracts', 'help'], parent: '/home' },
    async () => (await import('./ResultsScreen.tsx')).ResultsScreen,
  ),
  page('/assets/:wallet', 'titles.assets', { words }, async () => (await import('./WalletScreen.tsx')).WalletScreen),
];
