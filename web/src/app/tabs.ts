import { contractTab } from '../contracts/pages.ts';
import { helpTab } from '../help/pages.ts';
import { homeTab } from '../home/pages.ts';
import { marketTab } from '../market/pages.ts';
import { userTab } from '../user/pages.ts';
import { financialTab } from '../wealth/pages.ts';

/** The six tabs, in display order. */
export const tabs = [homeTab, marketTab, contractTab, financialTab, userTab, helpTab];

export const tabOf = (pathname: string) => tabs.find(({ path }) => path === pathname.replace(/\/+$/, ''));
