import { page } from '../lib/pages.ts';

const words = ['withdrawals', 'specimens'] as const;

const form = async () => (await import('./WithdrawScreen.tsx')).WithdrawScreen;
export const pages = [
  page('/pay/withdraw', 'titles.withdraw', { words, parent: '/assets' }, form),
  page('/order/withdraw', 'titles.withdraw', { words, parent: '/assets' }, form),
  page(
    '/pay/record',
    'titles.audit',
    { words, parent: '/pay/withdraw' },
    async () => (await import('./WithdrawalsScreen.tsx')).AuditScreen,
  ),
  page(
    '/order/withdrawRecord',
    'titles.withdrawals',
    { words, parent: '/pay/withdraw' },
    async () => (await import('./WithdrawalsScreen.tsx')).WithdrawalsScreen,
  ),
  page(
    '/user/security/payees',
    'titles.payees',
    { words },
    async () => (await import('./PayeesScreen.tsx')).PayeesScreen,
  ),
  page(
    '/pay/record/:id',
    'titles.withdrawal',
    { words, parent: '/order/withdrawRecord' },
    async () => (await import('./WithdrawalScreen.tsx')).WithdrawalScreen,
  ),
];
