import { page, tab } from '../lib/pages.ts';
import { practice, results, ticket } from '../trading/words.ts';

export const contractTab = tab(
  '/contract',
  'contract',
  'contract',
  { words: ['market', ...ticket.words], open: true },
  async () => (await import('./ContractScreen.tsx')).ContractScreen,
);

export const pages = [
  page(
    '/contract/practice',
    'titles.practice',
    { ...practice, open: true },
    async () => (await import('./practice/PracticeScreen.tsx')).PracticeScreen,
  ),
  page(
    '/contract/records',
    'titles.contractRecords',
    { words: ['contracts'] },
    async () => (await import('./records/ContractRecordsScreen.tsx')).ContractRecordsScreen,
  ),
  page(
    '/contract/results',
    'titles.contractResults',
    results,
    async () => (await import('./results/ResultsScreen.tsx')).ResultsScreen,
  ),
];
