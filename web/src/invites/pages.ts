import { page } from '../lib/pages.ts';

export const pages = [
  page(
    '/user/invite',
    'titles.invite',
    { words: ['invites', 'user'] },
    async () => (await import('./InviteScreen.tsx')).InviteScreen,
  ),
];
