import { page } from '../lib/pages.ts';
import { ticket } from '../trading/words.ts';

export const pages = [
  page(
    '/spot',
    'titles.spot',
    { words: ['spot', ...ticket.words], open: true, under: '/contract' },
    async () => (await import('./SpotScreen.tsx')).SpotScreen,
  ),
  page(
    '/spot/records',
    'titles.spotRecords',
    { words: ['spot', 'contracts'] },
    async () => (await import('./records/SpotRecordsScreen.tsx')).SpotRecordsScreen,
  ),
];
