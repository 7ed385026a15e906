import { page, tab } from '../lib/pages.ts';

const words = ['home'] as const;

export const homeTab = tab(
  '/home',
  'home',
  'home',
  { words, open: true },
  async () => (await import('./HomeScreen.tsx')).HomeScreen,
);

export const pages = [
  page('/home/more', 'titles.more', { words, open: true }, async () => (await import('./MoreScreen.tsx')).MoreScreen),
];
