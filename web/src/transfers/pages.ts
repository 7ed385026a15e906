import { page } from '../lib/pages.ts';

export const pages = [
  page(
    '/pay/transfer',
    'titles.memberTransfer',
    { words: ['transfers'], parent: '/home' },
    async () => (await import('./SendScreen.tsx')).SendScreen,
  ),
];
