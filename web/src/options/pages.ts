import { page } from '../lib/pages.ts';

export const pages = [
  page(
    '/options',
    'titles.options',
    { words: ['options', 'contracts', 'market', 'assets'], open: true, parent: '/home', under: '/contract' },
    async () => (await import('./OptionsScreen.tsx')).OptionsScreen,
  ),
  page(
    '/options/records',
    'titles.optionRecords',
    { words: ['options', 'contracts'] },
    async () => (await import('./records/OptionRecordsScreen.tsx')).OptionRecordsScreen,
  ),
  page(
    '/options/results',
    'titles.contractResults',
    { words: ['options', 'contracts', 'help'] },
    async () => (await import('./results/OptionResultsScreen.tsx')).OptionResultsScreen,
  ),
];
