import { tab } from '../lib/pages.ts';

export const marketTab = tab(
  '/market',
  'market',
  'market',
  { words: ['market'], open: true },
  async () => (await import('./MarketScreen.tsx')).MarketScreen,
);
