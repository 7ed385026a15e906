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
 * What a visitor may open: also where links in messages lead, as what stands behind their # would be lost on the way to the login page, and
 * the public log, which is everybody's.
 */
export const open = [
  ...openBySpecification,
  '/lock',
  '/user/security/copy',
  '/publiclog',
  '/publiclog/cash',
  '/spot',
  '/options',
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
