import { page } from '../lib/pages.ts';

const words = ['publiclog', 'market'] as const;

export const pages = [
  page(
    '/publiclog',
    'titles.publicLog',
    { words, open: true, parent: '/market' },
    async () => (await import('./PublicLogScreen.tsx')).PublicLogScreen,
  ),
  page(
    '/publiclog/:place',
    'titles.logEntry',
    { words, open: true, parent: '/publiclog' },
    async () => (await import('./EntryScreen.tsx')).EntryScreen,
  ),
];
