import { page } from '../lib/pages.ts';

// A saved receipt of any product can be opened on the page of every other.
const words = ['receipts', 'contracts', 'market', 'help', 'assets'] as const;

export const pages = [
  page(
    '/contract/receipt/:id',
    'titles.receipt',
    { words, parent: '/contract' },
    async () => (await import('./ReceiptScreen.tsx')).ContractReceipt,
  ),
  page(
    '/receipt/option/:id',
    'titles.receipt',
    { words, parent: '/options' },
    async () => (await import('./ReceiptScreen.tsx')).OptionReceipt,
  ),
  page(
    '/receipt/spot/:id',
    'titles.receipt',
    { words, parent: '/spot' },
    async () => (await import('./ReceiptScreen.tsx')).SpotReceipt,
  ),
];
