import { page, tab } from '../lib/pages.ts';

const words = ['wealth'] as const;

export const financialTab = tab(
  '/financial',
  'financial',
  'finance',
  { words, open: true },
  async () => (await import('./FinancialScreen.tsx')).FinancialScreen,
);

export const pages = [
  page(
    '/finance/finance',
    'titles.trust',
    { words, parent: '/financial' },
    async () => (await import('./KindScreens.tsx')).TrustScreen,
  ),
  page(
    '/finance/livecoin',
    'titles.pledge',
    { words, parent: '/financial' },
    async () => (await import('./KindScreens.tsx')).PledgeScreen,
  ),
  page(
    '/finance/machine',
    'titles.machines',
    { words, parent: '/financial' },
    async () => (await import('./KindScreens.tsx')).MachineScreen,
  ),
  page(
    '/finance/productDetail',
    'titles.product',
    { words, parent: '/financial' },
    async () => (await import('./ProductScreen.tsx')).ProductScreen,
  ),
  page(
    '/finance/confirm',
    'titles.confirm',
    { words, parent: '/financial' },
    async () => (await import('./ConfirmScreen.tsx')).ConfirmScreen,
  ),
  page(
    '/finance/order',
    'titles.wealthRecords',
    { words, parent: '/financial' },
    async () => (await import('./HoldingsScreen.tsx')).HoldingsScreen,
  ),
  page(
    '/finance/order/:id',
    'titles.wealthOrder',
    { words },
    async () => (await import('./HoldingScreen.tsx')).HoldingScreen,
  ),
];
