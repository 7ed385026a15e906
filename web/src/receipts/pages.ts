import { productNames } from '@glasshouse/protocol/orders/product-names';
import { page } from '../lib/pages.ts';
import { productPaths } from '../lib/product-paths.ts';

// A saved receipt of any product can be opened on the receipt page of every other.
const words = ['receipts', 'contracts', 'options', 'market', 'help', 'assets'] as const;

export const pages = [
  ...productNames.map((product) =>
    page(
      `${productPaths[product].receipts}/:id`,
      'titles.receipt',
      { words, parent: productPaths[product].page },
      async () => (await import('./ReceiptScreen.tsx')).receiptScreens[product],
    ),
  ),
  page(
    '/receipt/device/:id',
    'titles.receipt',
    { words, open: true, parent: '/contract/practice' },
    async () => (await import('./DeviceReceiptScreen.tsx')).DeviceReceiptScreen,
  ),
  page('/user/receipts', 'titles.receipts', { words }, async () => (await import('./ProofsScreen.tsx')).ProofsScreen),
  // Open to visitors; the token of the receipt is after the #.
  page(
    '/shared',
    'titles.receipt',
    { words, open: true },
    async () => (await import('./SharedScreen.tsx')).SharedScreen,
  ),
];
