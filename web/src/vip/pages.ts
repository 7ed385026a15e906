import { page } from '../lib/pages.ts';

export const pages = [
  page('/user/vip', 'titles.vip', { words: ['vip'] }, async () => (await import('./VipScreen.tsx')).VipScreen),
];
