import type { Page } from '@playwright/test';
import { open, pages } from './routes.ts';
import { expect } from './story.ts';

type Words = (key: string) => string;
/** A page, what to do on it before the picture is taken, and who sees it. */
export type Screen = {
  name: string;
  path: string;
  title: string;
  who: 'visitor' | 'user';
  arrange?: (page: Page, t: Words) => Promise<void>;
};

const nameOf = (path: string) => path.slice(1).replaceAll('/', '-');
const press = (key: string) => (page: Page, t: Words) =>
  page.getByRole('button', { name: t(key), exact: true }).click();

/** Opens a sheet and waits until what it shows has come. */
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
      await expect(page.locator('form > [role=alert]')).toBeVisible();
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
      await expect(page.getByText(t('app.offline').split('{')[0]!)).toBeVisible();
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
    name: 'state-confirm',
    path: '/user',
    title: 'titles.user',
    who: 'user',
    arrange: async (page, t) => {
      await press('user.logout')(page, t);
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  { name: 'not-found', path: '/no/such/page', title: 'titles.notFound', who: 'user' },
];

const gallery: Screen = { name: 'gallery', path: '/dev/ui', title: 'titles.gallery', who: 'visitor' };

/** Everything worth a picture. */
export const screens: Screen[] = [...forVisitors, ...forUsers, ...arranged, gallery];
