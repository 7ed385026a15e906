import { page, tab } from '../lib/pages.ts';

export const contractTab = tab(
  '/contract',
  'contract',
  'contract',
  { words: ['contracts', 'market', 'assets'], open: true },
  async () => (await import('./ContractScreen.tsx')).ContractScreen,
);

export const pages = [
  page(
    '/contract/records',
    'titles.contractRecords',
    { words: ['contracts'] },
    async () => (await import('./records/ContractRecordsScreen.tsx')).ContractRecordsScreen,
  ),
  page(
    '/contract/results',
    'titles.contractResults',
    { words: ['contracts', 'help'] },
    async () => (await import('./results/ResultsScreen.tsx')).ResultsScreen,
  ),
  page(
    '/contract/receipt/:id',
    'titles.receipt',
    { words: ['contracts', 'market', 'help', 'assets'], parent: '/contract' },
    async () => (await import('./receipt/ReceiptScreen.tsx')).ReceiptScreen,
  ),
];
