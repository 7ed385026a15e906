import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';
import { expect } from './story.ts';

const minute = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();
const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0';

/** Shows an account with events on this page only. */
async function answer(page: Page, call: string, part: object): Promise<void> {
  await page.route(`**/index/user/${call}`, async (route) => {
    const response = await route.fetch();
    const whole = await response.json();
    await route.fulfill({ response, json: { ...whole, data: { ...whole.data, ...part } } });
  });
}

const event = (minutes: number, kind: string, device: string, more: object = {}) => ({
  id: crypto.randomUUID(),
  at: ago(minutes),
  kind,
  detail: null,
  address: device ? '203.0.113.24' : '198.51.100.7',
  device,
  times: 1,
  ...more,
});
const day = 24 * 60;
const events = () => [
  event(2, 'logged_in', windows, { detail: 'password' }),
  event(4.4, 'logged_in', android, { detail: 'password' }),
  event(5, 'email_changed', android, { detail: 'bound' }),
  event(3 * day, 'wrong_password', '', { times: 2 }),
  event(7 * day, 'sessions_ended', android),
];
const session = (minutes: number, device: string, current: boolean) => ({
  id: crypto.randomUUID(),
  current,
  address: '203.0.113.24',
  device,
  startedAt: ago(minutes),
  seenAt: ago(0),
});

const center = { path: '/user/security', title: 'titles.security', who: 'user' } as const;
const lock = (loggedIn: boolean) => ({
  kind: 'email_changed',
  changedAt: ago(5),
  loggedInAt: loggedIn ? ago(4.4) : null,
  until: loggedIn ? ago(4.4 - 60) : null,
});

/** The security center of an account with events; security.e2e.ts produces real ones. */
export const securityScreens: Screen[] = [
  {
    ...center,
    name: 'first-trade-password',
    arrange: async (page, t) => {
      await answer(page, 'security', { tradePassword: false });
      await page.reload();
      await page.getByText(t('security.tradePasswordUnset')).click();
      await expect(page.getByRole('dialog').getByText(t('security.beforeTradePassword.fixed'))).toBeVisible();
    },
  },
  {
    ...center,
    name: 'security-locked',
    arrange: async (page, t) => {
      await answer(page, 'security', { email: 'mi•••@example.com', lock: lock(true) });
      await answer(page, 'sessions', { list: [session(4.4, android, true), session(2, windows, false)] });
      await answer(page, 'securityEvents', { list: events(), next: null });
      await page.reload();
      await expect(page.getByRole('timer')).toBeVisible();
      await expect(page.getByText(t('security.check'), { exact: true })).toBeVisible();
    },
  },
  {
    ...center,
    name: 'security-bound',
    arrange: async (page, t) => {
      const [authenticator, passkeys] = [{ since: ago(9 * day) }, [{ name: 'Mika’s phone', addedAt: ago(day) }]];
      const savedOnly = { on: true, endsAt: ago(-day) };
      await answer(page, 'security', { email: 'mi•••@example.com', authenticator, passkeys, savedOnly });
      await page.reload();
      await expect(page.getByText(t('factors.isOn'), { exact: true })).toBeVisible();
    },
  },
  {
    ...center,
    name: 'security-end-one',
    arrange: async (page) => {
      await answer(page, 'sessions', { list: [session(4.4, android, true), session(2, windows, false)] });
      await page.reload();
      await page.getByRole('listitem').filter({ hasText: 'Firefox' }).getByRole('button').click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'security-change-email',
    path: '/user/security/email',
    title: 'titles.bindEmail',
    who: 'user',
    arrange: async (page, t) => {
      await answer(page, 'security', { email: 'mi•••@example.com' });
      await page.reload();
      await page.getByRole('button', { name: t('security.changeEmail') }).click();
      await expect(page.getByText(t('security.enterEmail'))).toBeVisible();
    },
  },
  {
    name: 'security-contact-code-asked',
    path: '/user/security/email',
    title: 'titles.bindEmail',
    who: 'user',
    arrange: async (page, t) => {
      const needed = { code: 403, msg: '', data: { reason: 'factor_needed' } };
      await page.route('**/index/user/contact', (route) => route.fulfill({ json: needed }));
      await page.getByLabel(t('security.newEmail'), { exact: true }).fill('mika@example.com');
      for (const field of await page.getByPlaceholder(t('ui.codeDigits')).all()) await field.fill('123456');
      await page.getByLabel(t('session.loginPassword'), { exact: true }).fill('a paper lantern');
      await page.getByRole('button', { name: t('security.bindEmail'), exact: true }).click();
      await expect(page.getByLabel(t('session.factorCode'))).toBeFocused();
    },
  },
  {
    name: 'security-phrase',
    path: '/user/security/phrase',
    title: 'titles.phrase',
    who: 'user',
    whole: true,
    arrange: async (page, t) => {
      const authenticator = { since: ago(day) };
      await answer(page, 'security', { email: 'mi•••@example.com', mailPhrase: true, authenticator });
      await page.reload();
      await page.getByRole('button', { name: t('security.phraseSave') }).click();
      await expect(page.getByLabel(t('security.phraseNew'))).toHaveAttribute('aria-invalid', 'true');
    },
  },
  { name: 'security-phrase-unset', path: '/user/security/phrase', title: 'titles.phrase', who: 'user', whole: true },
  {
    ...center,
    name: 'security-waiting',
    arrange: async (page, t) => {
      await answer(page, 'security', { lock: lock(false) });
      await page.reload();
      await expect(page.getByText(t('security.lockTitle'))).toBeVisible();
    },
  },
  {
    ...center,
    name: 'security-end-all',
    arrange: async (page, t) => {
      await answer(page, 'sessions', { list: [session(4.4, android, true), session(2, windows, false)] });
      await page.reload();
      await page.getByRole('button', { name: t('security.endAll'), exact: true }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'security-unbind',
    path: '/user/security/email?unbind',
    title: 'titles.bindEmail',
    who: 'user',
    arrange: async (page, t) => {
      await answer(page, 'security', { email: 'mi•••@example.com' });
      await page.reload();
      await expect(page.getByRole('button', { name: t('security.unbindEmail') })).toBeVisible();
    },
  },
  {
    name: 'security-lock-link',
    path: `/lock#${'x'.repeat(43)}`,
    title: 'titles.lock',
    who: 'visitor',
    arrange: (page, t) => expect(page.getByRole('button', { name: t('security.lockNow') })).toBeVisible(),
  },
  {
    name: 'security-lock-done',
    path: `/lock#${'x'.repeat(43)}`,
    title: 'titles.lock',
    who: 'visitor',
    arrange: async (page, t) => {
      await page.route('**/index/index/lock', (route) => route.fulfill({ json: { code: 200, msg: '', data: {} } }));
      await page.getByRole('button', { name: t('security.lockNow') }).click();
      await expect(page.getByRole('link', { name: t('security.lockSetPassword') })).toBeVisible();
    },
  },
  {
    name: 'security-lock-used',
    path: `/lock#${'x'.repeat(43)}`,
    title: 'titles.lock',
    who: 'visitor',
    arrange: async (page, t) => {
      await page.getByRole('button', { name: t('security.lockNow') }).click();
      await expect(page.locator('main [role=alert]')).toBeVisible();
    },
  },
];
