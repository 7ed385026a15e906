import { pages as below, tabs } from '@glasshouse/web/pages';

type Page = { path: string; title: string };
const shown = ({ path, title }: Page): Page => ({ path, title });

/** Every page of the app, from its own list so that a new one cannot be forgotten here. */
export const pages: Page[] = [...tabs, ...below]
  .map(shown)
  .map(({ path, title }) => ({ path: path.replace(/:\w+/, 'cash'), title }));

/** What the specification lets a visitor open. */
const openBySpecification = [
  '/login',
  '/register',
  '/forget',
  '/home',
  '/contract',
  '/market',
  '/financial',
  '/home/more',
];

/**
 * What a visitor may open: also where links in messages lead, as what stands behind their # would be lost on the way to the login page, what
 * is there to be read before one has an account, the public log, which is everybody's, receipts that somebody shares, and what a device
 * keeps of practice.
 */
export const open = [
  ...openBySpecification,
  '/lock',
  '/user/security/copy',
  '/publiclog',
  '/publiclog/cash',
  '/shared',
  '/spot',
  '/options',
  '/helps/help',
  '/helps/terms',
  '/helps/privacy',
  '/helps/simulated',
  '/contract/practice',
  '/receipt/device/cash',
];

/** Pages that the specification names; the router must have each of them. */
export const specified = [
  ...openBySpecification,
  '/user',
  '/helps',
  '/finance/finance',
  '/finance/livecoin',
  '/finance/machine',
  '/finance/order',
  '/finance/productDetail',
  '/finance/confirm',
  '/pay/withdraw',
  '/pay/record',
  '/user/cert',
  '/user/changePsw',
  '/user/invite',
  '/order/withdraw',
  '/order/withdrawRecord',
];

const symbol = { path: '/market?symbol=DOGE', title: 'titles.market' };
const everywhere = [...pages, { path: '/no/such/page', title: 'titles.notFound' }, symbol];

/** What somebody who is logged in, and what a visitor, can walk through. */
export const forUsers = everywhere.filter(({ path }) => !['/login', '/register', '/forget'].includes(path));
export const forVisitors = everywhere.filter(({ path }) => [...open, symbol.path].includes(path));
