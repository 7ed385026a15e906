import { tab } from '../lib/pages.ts';

export const financialTab = tab(
  '/financial',
  'financial',
  'finance',
  { words: ['financial'], open: true },
  async () => (await import('./FinancialScreen.tsx')).FinancialScreen,
);
