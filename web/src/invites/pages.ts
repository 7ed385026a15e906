import { page } from '../lib/pages.ts';

export const pages = [
  page(
    '/user/invite',
    'titles.invite',
    { words: ['invites'] },
    async () => (await import('./InviteScreen.tsx')).InviteScreen,
  ),
  page(
    '/user/invite/entries',
    'titles.inviteEntries',
    { words: ['invites'] },
    async () => (await import('./EntriesScreen.tsx')).EntriesScreen,
  ),
];
