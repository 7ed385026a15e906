import { page } from '../lib/pages.ts';

const words = ['deposits', 'specimens'] as const;

export const pages = [
  page(
    '/pay/deposit',
    'titles.deposit',
    { words, parent: '/home' },
    async () => (await import('./DepositScreen.tsx')).DepositScreen,
  ),
  page('/pay/deposit/:id', 'titles.deposit', { words }, async () => (await import('./TopUpScreen.tsx')).TopUpScreen),
];
