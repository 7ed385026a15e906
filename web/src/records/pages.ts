import { page } from '../lib/pages.ts';

export const pages = [
  page(
    '/records',
    'titles.records',
    { words: ['records', 'assets', 'wealth'], parent: '/user' },
    async () => (await import('./RecordsScreen.tsx')).RecordsScreen,
  ),
  page(
    '/records/:id',
    'titles.record',
    { words: ['records', 'assets'] },
    async () => (await import('./RecordScreen.tsx')).RecordScreen,
  ),
];
