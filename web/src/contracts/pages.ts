import { page, tab } from '../lib/pages.ts';
import { results, ticket } from '../trading/words.ts';

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
    { words: ['contracts'], open: true },
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
