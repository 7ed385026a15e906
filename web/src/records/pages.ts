import { page } from '../lib/pages.ts';
import { words as wealthWords } from '../lib/wealth-words.ts';

export const pages = [
  page(
    '/records',
    'titles.records',
    { words: ['records', 'assets', ...wealthWords], parent: '/user' },
    async () => (await import('./RecordsScreen.tsx')).RecordsScreen,
  ),
  page(
    '/records/:id',
    'titles.record',
    { words: ['records', 'assets'] },
    async () => (await import('./RecordScreen.tsx')).RecordScreen,
  ),
];
