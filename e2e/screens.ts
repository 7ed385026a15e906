import type { Page } from '@playwright/test';
import { contractScreens } from './contract-screens.ts';
import { creditScreens } from './credit-screens.ts';
import { depositScreens } from './deposit-screens.ts';
import { factorScreens } from './factor-screens.ts';
import { identityScreens } from './identity-screens.ts';
import { loseConnection } from './lost-connection.ts';
import { movementScreens } from './movement-screens.ts';
import { noticeScreens } from './notice-screens.ts';
import { optionScreens } from './option-screens.ts';
import { personalScreens } from './personal-screens.ts';
import { publicLogScreens } from './public-log-screens.ts';
import { receiptScreens } from './receipt-screens.ts';
import { recordScreens } from './record-screens.ts';
import { open, pages } from './routes.ts';
import type { Screen, Words } from './screen.ts';
import { securityScreens } from './security-screens.ts';
import { spotScreens } from './spot-screens.ts';
import { expect } from './story.ts';
import { showOutside } from './tape.ts';
import { vipScreens } from './vip-screens.ts';
import { walletScreens } from './wallet-screens.ts';
import { wealthScreens } from './wealth-screens.ts';
import { withdrawalScreens } from './withdrawal-screens.ts';

const nameOf = (path: string) => path.slice(1).replaceAll('/', '-');
const press = (key: string) => (page: Page, t: Words) =>
  page.getByRole('button', { name: t(key), exact: true }).click();

/** Opens a sheet and waits until its content has loaded. */
const sheet = (key: string) => async (page: Page, t: Words) => {
  await press(key)(page, t);
  await expect(page.getByRole('dialog').locator('p, li').first()).toBeVisible();
};

const forVisitors: Screen[] = pages
  .filter(({ path }) => open.includes(path))
  .map(({ path, title }) => ({ name: `visitor-${nameOf(path)}`, path, title, who: 'visitor' }));

const forUsers: Screen[] = pages
  .filter(({ path }) => !['/login', '/register', '/forget'].includes(path))
  .map(({ path, title }) => ({ name: nameOf(path), path, title, who: 'user' }));

const login = { path: '/login', title: 'titles.login', who: 'visitor' } as const;
const help = { path: '/helps/help', title: 'titles.help', who: 'visitor', whole: true } as const;
const market = { path: '/market', title: 'titles.market', who: 'visitor' } as const;
const arranged: Screen[] = [
  { ...login, name: 'sheet-simulated', arrange: sheet('ui.simulatedMeaning') },
  { ...login, name: 'sheet-support', arrange: sheet('session.trouble') },
  {
    ...login,
    name: 'sheet-language',
    arrange: async (page, t) => {
      await page.getByRole('button', { name: t('app.language') }).click();
      await expect(page.getByRole('dialog').locator('li').first()).toBeVisible();
    },
  },
  { ...login, name: 'sheet-terms', arrange: sheet('session.terms') },
  {
    ...login,
    name: 'state-refused',
    arrange: async (page, t) => {
      await page.getByLabel(t('session.accountOrName')).fill('nobody');
      await page.getByLabel(t('session.password'), { exact: true }).fill('not the password');
      await press('session.login')(page, t);
      await expect(page.locator('form').getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    },
  },
  {
    name: 'register-more',
    path: '/register?invite=HERON234',
    title: 'titles.register',
    who: 'visitor',
    whole: true,
    arrange: async (page, t) => {
      await page.locator('summary').click();
      await expect(page.getByLabel(t('session.username'))).toBeVisible();
    },
  },
  {
    name: 'state-validation',
    path: '/register',
    title: 'titles.register',
    who: 'visitor',
    arrange: press('session.create'),
  },
  {
    name: 'state-offline',
    path: '/home',
    title: 'titles.home',
    who: 'user',
    arrange: async (page, t) => {
      await page.context().setOffline(true);
      await expect(page.getByRole('button', { name: t('ui.retry') })).toBeVisible();
    },
  },
  {
    name: 'state-error',
    path: '/user/security',
    title: 'titles.security',
    who: 'user',
    arrange: async (page, t) => {
      await page.route('**/index/user/sessions', (route) => route.abort());
      await page.reload();
      await expect(page.getByText(t('security.failed'))).toBeVisible();
    },
  },
  {
    ...help,
    name: 'help-found',
    arrange: (page, t) => page.getByRole('searchbox').fill(t('help.odds')),
  },
  {
    ...help,
    name: 'help-none',
    arrange: async (page, t) => {
      await page.getByRole('searchbox').fill('zzzz');
      await expect(page.getByRole('heading', { name: t('help.none') })).toBeVisible();
    },
  },
  {
    ...market,
    name: 'market-symbol',
    path: '/market?symbol=BTC',
    arrange: (page) => expect(page.getByRole('img').first()).toBeVisible(),
  },
  {
    ...market,
    name: 'market-table',
    path: '/market?symbol=SOL',
    arrange: async (page, t) => {
      await page.getByText(t('chart.asTable'), { exact: true }).click();
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  {
    ...market,
    name: 'market-tape',
    path: '/market?view=tape',
    arrange: (page, t) => expect(page.getByText(t('tape.recomputed'))).toBeVisible(),
  },
  {
    ...market,
    name: 'market-tape-outside',
    path: '/market?view=tape',
    arrange: showOutside,
  },
  {
    ...market,
    name: 'market-favourites',
    arrange: async (page, t) => {
      await page.getByRole('tab', { name: t('market.tabs.favourites') }).click();
      await expect(page.getByText(t('market.noFavorites'))).toBeVisible();
    },
  },
  {
    ...market,
    name: 'state-paused',
    path: '/market?symbol=ETH',
    arrange: loseConnection('symbol=ETH'),
  },
  {
    name: 'state-confirm',
    path: '/user',
    title: 'titles.user',
    who: 'user',
    arrange: async (page, t) => {
      await press('app.logOut')(page, t);
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  { name: 'not-found', path: '/no/such/page', title: 'titles.notFound', who: 'user' },
];

const gallery: Screen = { name: 'gallery', path: '/dev/ui', title: 'titles.gallery', who: 'visitor' };

/** All screens to take pictures of. */
export const screens: Screen[] = [
  ...forVisitors,
  ...forUsers,
  ...walletScreens,
  ...vipScreens,
  ...withdrawalScreens,
  ...wealthScreens,
  ...movementScreens,
  ...contractScreens,
  ...optionScreens,
  ...spotScreens,
  ...recordScreens,
  ...receiptScreens,
  ...publicLogScreens,
  ...noticeScreens,
  ...securityScreens,
  ...personalScreens,
  ...factorScreens,
  ...identityScreens,
  ...creditScreens,
  ...depositScreens,
  ...arranged,
  gallery,
];
