import { page, tab } from '../lib/pages.ts';

const words = ['user'] as const;

export const userTab = tab(
  '/user',
  'user',
  'user',
  { words: ['user', 'assets'] },
  async () => (await import('./UserScreen.tsx')).UserScreen,
);

export const pages = [
  page(
    '/user/settings',
    'titles.settings',
    { words },
    async () => (await import('./SettingsScreen.tsx')).SettingsScreen,
  ),
  page(
    '/user/display',
    'titles.display',
    { words, parent: '/user/settings' },
    async () => (await import('./DisplayScreen.tsx')).DisplayScreen,
  ),
  page(
    '/user/language',
    'titles.language',
    { words, parent: '/user/settings' },
    async () => (await import('./LanguageList.tsx')).LanguageScreen,
  ),
];
