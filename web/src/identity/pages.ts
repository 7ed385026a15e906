import { page } from '../lib/pages.ts';

export const pages = [
  page(
    '/user/cert',
    'titles.identity',
    { words: ['identity', 'specimens'] },
    async () => (await import('./IdentityScreen.tsx')).IdentityScreen,
  ),
];
