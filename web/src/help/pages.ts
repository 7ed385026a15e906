import { page, tab } from '../lib/pages.ts';

// Visitors may read these before they register.
const about = { words: ['help'], open: true } as const;

export const helpTab = tab(
  '/helps',
  'helps',
  'about',
  { words: ['help', 'support'], open: true },
  async () => (await import('./AboutScreen.tsx')).AboutScreen,
);

export const pages = [
  page('/helps/help', 'titles.help', about, async () => (await import('./HelpScreen.tsx')).HelpScreen),
  page('/helps/terms', 'titles.terms', about, async () => (await import('./TextScreens.tsx')).TermsScreen),
  page('/helps/privacy', 'titles.privacy', about, async () => (await import('./TextScreens.tsx')).PrivacyScreen),
  page('/helps/simulated', 'titles.simulated', about, async () => (await import('./TextScreens.tsx')).SimulatedScreen),
];
