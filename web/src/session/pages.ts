import { page } from '../lib/pages.ts';

const words = ['session'] as const;

export const pages = [
  page('/login', 'titles.login', { words, open: true }, async () => (await import('./LoginScreen.tsx')).LoginScreen),
  page(
    '/register',
    'titles.register',
    { words, open: true },
    async () => (await import('./RegisterScreen.tsx')).RegisterScreen,
  ),
  page(
    '/forget',
    'titles.forget',
    { words, parent: '/login', open: true },
    async () => (await import('./ForgetScreen.tsx')).ForgetScreen,
  ),
  page(
    '/user/changePsw',
    'titles.changePassword',
    { words, parent: '/user/security' },
    async () => (await import('./ChangePasswordScreen.tsx')).ChangePasswordScreen,
  ),
];
