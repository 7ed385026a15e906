import { page } from '../lib/pages.ts';
import { words as productWords } from '../lib/wealth-names.ts';

export const pages = [
  page(
    '/records',
    'titles.records',
    { words: ['records', 'assets', ...productWords], parent: '/user' },
    async () => (await import('./RecordsScreen.tsx')).RecordsScreen,
  ),
  page(
    '/records/:id',
    'titles.record',
    { words: ['records', 'assets'] },
    async () => (await import('./RecordScreen.tsx')).RecordScreen,
  ),
];
