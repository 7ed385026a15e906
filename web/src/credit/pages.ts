import { page } from '../lib/pages.ts';

export const pages = [
  page(
    '/user/credit',
    'titles.credit',
    { words: ['credit'] },
    async () => (await import('./CreditScreen.tsx')).CreditScreen,
  ),
];
