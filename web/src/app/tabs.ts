import { type ComponentType, lazy } from 'react';
import type { IconName } from '../ui/Icon.tsx';

const tab = (path: string, word: TabWord, icon: IconName, load: () => Promise<ComponentType>) => ({
  path,
  word,
  icon,
  load,
  Page: lazy(async () => ({ default: await load() })),
});
type TabWord = 'home' | 'market' | 'contract' | 'financial' | 'user' | 'helps';

/** The six tabs, in the order of the bar. Each is its own chunk. */
export const tabs = [
  tab('/home', 'home', 'home', async () => (await import('../home/HomeScreen.tsx')).HomeScreen),
  tab('/market', 'market', 'market', async () => (await import('../market/MarketScreen.tsx')).MarketScreen),
  tab(
    '/contract',
    'contract',
    'contract',
    async () => (await import('../contracts/ContractScreen.tsx')).ContractScreen,
  ),
  tab(
    '/financial',
    'financial',
    'finance',
    async () => (await import('../financial/FinancialScreen.tsx')).FinancialScreen,
  ),
  tab('/user', 'user', 'user', async () => (await import('../user/UserScreen.tsx')).UserScreen),
  tab('/helps', 'helps', 'about', async () => (await import('../help/AboutScreen.tsx')).AboutScreen),
];

export const tabOf = (pathname: string) => tabs.find(({ path }) => path === pathname.replace(/\/+$/, ''));
