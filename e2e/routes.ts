import { pages as below, tabs } from '@glasshouse/web/pages';

type Page = { path: string; title: string };
const shown = ({ path, title }: Page): Page => ({ path, title });

/** Every page of the app, from the app's own list, so that new pages are included. */
export const pages: Page[] = [...tabs, ...below]
  .map(shown)
  .map(({ path, title }) => ({ path: path.replace(/:\w+/, 'cash'), title }));

/** The pages that the specification opens to visitors. */
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
 * All pages open to visitors. The additions are links in messages (a redirect to the log-in page would drop the part
 * after #), texts to read before registering, the public log, shared receipts, and practice on a device.
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
  '/helps',
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

/** The pages that users, and visitors, can open. */
export const forUsers = everywhere.filter(({ path }) => !['/login', '/register', '/forget'].includes(path));
export const forVisitors = everywhere.filter(({ path }) => [...open, symbol.path].includes(path));
