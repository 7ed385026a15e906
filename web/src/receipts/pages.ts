import { page } from '../lib/pages.ts';

// A saved receipt of any product can be opened on the page of every other. The paths stand here a second time (lib/product-paths.ts): the
// first load of every page has this file and not that one.
const words = ['receipts', 'contracts', 'options', 'market', 'help', 'assets'] as const;

export const pages = [
  page(
    '/contract/receipt/:id',
    'titles.receipt',
    { words, parent: '/contract' },
    async () => (await import('./ReceiptScreen.tsx')).receiptScreens.contract,
  ),
  page(
    '/receipt/option/:id',
    'titles.receipt',
    { words, parent: '/options' },
    async () => (await import('./ReceiptScreen.tsx')).receiptScreens.option,
  ),
  page(
    '/receipt/spot/:id',
    'titles.receipt',
    { words, parent: '/spot' },
    async () => (await import('./ReceiptScreen.tsx')).receiptScreens.spot,
  ),
  page(
    '/receipt/device/:id',
    'titles.receipt',
    { words, open: true, parent: '/contract/practice' },
    async () => (await import('./DeviceReceiptScreen.tsx')).DeviceReceiptScreen,
  ),
  page('/user/receipts', 'titles.receipts', { words }, async () => (await import('./ProofsScreen.tsx')).ProofsScreen),
  // Open, and what names the receipt stands behind its #.
  page(
    '/shared',
    'titles.receipt',
    { words, open: true },
    async () => (await import('./SharedScreen.tsx')).SharedScreen,
  ),
];
