import { readFileSync } from 'node:fs';

type Page = { path: string; title: string };

const sourceOf = (file: string) => readFileSync(new URL(`../web/src/app/${file}`, import.meta.url), 'utf8');
const pagesIn = (source: string, pattern: RegExp): Page[] =>
  [...source.matchAll(pattern)].map(([, path, title]) => ({ path: path!, title: title! }));

/** The six tabs, as the app declares them. */
const tabs = pagesIn(sourceOf('tabs.ts'), /\btab\(\s*'([^']+)',\s*'(\w+)'/g).map(({ path, title }) => ({
  path,
  title: `titles.${title}`,
}));

/** Every page of the app, read from its own list so that a new one cannot be forgotten here. */
export const pages: Page[] = [
  ...tabs,
  ...pagesIn(sourceOf('pages.ts'), /\bpage\(\s*'([^']+)',\s*'(titles\.\w+)'/g)
    .filter(({ path }) => path !== '/dev/ui')
    .map(({ path, title }) => ({ path: path.replace(/:\w+/, 'cash'), title })),
];

/** What the specification lets a visitor open. */
export const open = ['/login', '/register', '/forget', '/home', '/contract', '/market', '/financial', '/home/more'];

/** Pages that the specification names; the router must have each of them. */
export const specified = [
  ...open,
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
