import { page } from '../lib/pages.ts';

export const pages = [
  page(
    '/records',
    'titles.records',
    { words: ['records'] },
    async () => (await import('./RecordsScreen.tsx')).RecordsScreen,
  ),
];
