import { page, tab } from '../lib/pages.ts';

const words = ['help'] as const;

export const helpTab = tab(
  '/helps',
  'helps',
  'about',
  { words: ['help', 'support'] },
  async () => (await import('./AboutScreen.tsx')).AboutScreen,
);

export const pages = [
  page('/helps/help', 'titles.help', { words }, async () => (await import('./HelpScreen.tsx')).HelpScreen),
  page('/helps/terms', 'titles.terms', { words }, async () => (await import('./TermsScreen.tsx')).TermsScreen),
  page('/helps/privacy', 'titles.privacy', { words }, async () => (await import('./PrivacyScreen.tsx')).PrivacyScreen),
  page(
    '/helps/simulated',
    'titles.simulated',
    { words },
    async () => (await import('./SimulatedScreen.tsx')).SimulatedScreen,
  ),
];
