import type { Page } from '@playwright/test';
import type { Screen, Words } from './screen.ts';
import { expect } from './story.ts';

const press = (page: Page, t: Words, key: string) => page.getByRole('button', { name: t(key), exact: true }).click();
const ok = (data: object) => ({ json: { code: 200, msg: '', data } });
const at = '2026-11-01T08:30:00.000Z';
const codes = Array.from({ length: 8 }, (_, i) => `ABCD-EFGH-JK${i + 2}M`);
const key = (name: string, usedAt: string | null) => ({ id: name, name, createdAt: at, usedAt });

/** Answers instead of the server, so that the account used for the other pictures doesn't change. */
const answer = (page: Page, call: string, data: object) =>
  page.route(`**/index/user/${call}`, (r) => r.fulfill(ok(data)));
const on = { authenticatorSince: at, recoveryCodesLeft: 7, passkeys: [] };

const authenticator = { path: '/user/security/authenticator', title: 'titles.authenticator', who: 'user' } as const;
const passkeys = { path: '/user/security/passkeys', title: 'titles.passkeys', who: 'user' } as const;

/** The states of the authenticator app and of passkeys, and the code request at log-in. */
export const factorScreens: Screen[] = [
  {
    ...authenticator,
    name: 'user-authenticator-pairing',
    arrange: async (page, t) => {
      await press(page, t, 'factors.turnOn');
      await expect(page.getByRole('img', { name: t('factors.qr') })).toBeVisible();
    },
  },
  {
    ...authenticator,
    name: 'user-authenticator-codes',
    arrange: async (page, t) => {
      await answer(page, 'confirmAuthenticator', { recoveryCodes: codes });
      await press(page, t, 'factors.turnOn');
      await page.getByLabel(t('factors.appCode')).fill('123456');
      await page.getByLabel(t('factors.password'), { exact: true }).fill('a paper lantern');
      await page
        .locator('form')
        .getByRole('button', { name: t('factors.turnOn') })
        .click();
      await expect(page.getByRole('list', { name: t('factors.codes') })).toBeVisible();
    },
  },
  {
    ...authenticator,
    name: 'user-authenticator-on',
    arrange: async (page, t) => {
      await answer(page, 'factors', on);
      await page.reload();
      await press(page, t, 'factors.turnOff');
      await expect(page.getByText(t('factors.turnOffAbout'))).toBeVisible();
    },
  },
  {
    ...authenticator,
    name: 'user-authenticator-renew',
    arrange: async (page, t) => {
      await answer(page, 'factors', on);
      await page.reload();
      await press(page, t, 'factors.renew');
      await expect(page.getByText(t('factors.renewAbout'))).toBeVisible();
    },
  },
  {
    ...authenticator,
    name: 'user-authenticator-failed',
    arrange: async (page, t) => {
      await page.route('**/index/user/factors', (route) => route.abort());
      await page.reload();
      await expect(page.getByText(t('factors.failed'))).toBeVisible();
    },
  },
  {
    ...passkeys,
    name: 'user-passkeys-some',
    arrange: async (page, t) => {
      const some = [key('Phone', at), key('A key with a name so long that it does not fit into one line of it', null)];
      await answer(page, 'factors', { ...on, passkeys: some });
      await page.reload();
      await page.getByRole('button', { name: t('factors.removeNamed').replace('{name}', 'Phone') }).click();
      await expect(page.getByLabel(t('factors.anyCode')).first()).toBeVisible();
    },
  },
  {
    path: '/login',
    title: 'titles.login',
    who: 'visitor',
    name: 'state-code-asked',
    arrange: async (page, t) => {
      const refused = { json: { code: 403, msg: '', data: { reason: 'factor_needed' } } };
      await page.route('**/index/index/login', (route) => route.fulfill(refused));
      await page.getByLabel(t('session.accountOrName')).fill('mika');
      await page.getByLabel(t('session.password'), { exact: true }).fill('a paper lantern');
      await press(page, t, 'session.login');
      await expect(page.getByLabel(t('session.factorCode'))).toBeFocused();
    },
  },
];
