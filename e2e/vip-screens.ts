import type { Page } from '@playwright/test';
import type { Screen, Words } from './screen.ts';
import { expect } from './story.ts';

const day = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * day).toISOString();
const second = {
  ...{ level: 2, deposit: '500.00', since: at(-20), endsAt: null, heldUntil: at(40), refundFrom: at(41) },
  ...{ mayRefund: false, receivedToday: '40.00', receivedThisMonth: '860.00', refund: null },
};

/** Shows another level on this page only; vip.e2e.ts reaches real ones. */
const withLevel = (change: object) => async (page: Page) => {
  await page.route('**/index/vip/show', async (route) => {
    const response = await route.fetch();
    const whole = await response.json();
    await route.fulfill({ response, json: { ...whole, data: { ...whole.data, ...change } } });
  });
  await page.reload();
  await expect(page.getByRole('table')).toBeVisible();
};

const open = {
  ...{ level: 0, ask: false, needsPassword: true, least: '0.01' },
  savedOnly: { on: false, endsAt: null as string | null },
};
/** Makes this page find a payee. */
const withPayee = async (page: Page, t: Words, level: number, fits = true) => {
  const answer = (data: object) => ({ json: { code: 200, msg: '', data } });
  const payee = { token: 'x', name: 'D•••', foundBy: 'username', level: 3, perDay: '30000.00', perMonth: '900000.00' };
  await page.route('**/index/transfers/payee', (route) => route.fulfill(answer(payee)));
  await page.route('**/index/transfers/fits', (route) => route.fulfill(answer({ fits })));
  const settings = { ...open, level, needsPassword: level === 0 };
  await page.route('**/index/transfers/settings', (route) => route.fulfill(answer(settings)));
  await page.reload();
  await page.getByLabel(t('transfers.account')).fill('lantern7');
  await page.getByRole('button', { name: t('transfers.find'), exact: true }).click();
  await page.getByRole('button', { name: t('transfers.isRight') }).click();
  await page.getByLabel(t('transfers.howMuch'), { exact: true }).last().fill('250');
  const message = filled(t(fits ? 'transfers.fits' : 'transfers.notFits'), { amount: '250.00' });
  await expect(page.getByText(message).first()).toBeVisible();
};

/** A text with its values filled in. */
const filled = (sentence: string, values: Record<string, string>) =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!);

const vip = { path: '/user/vip', title: 'titles.vip', who: 'user' } as const;
const transfer = { path: '/pay/transfer', title: 'titles.memberTransfer', who: 'user' } as const;

/** Levels and transfers, as users with a level see them. */
export const vipScreens: Screen[] = [
  { ...vip, name: 'vip-second', arrange: withLevel(second) },
  {
    ...vip,
    name: 'vip-refund',
    arrange: withLevel({
      ...second,
      ...{ mayRefund: true, since: at(-70), heldUntil: at(-10), refundFrom: at(-9) },
      refund: { state: 'rejected', askedAt: at(-3), decidedAt: at(-2), reason: 'Please write to us first.' },
    }),
  },
  {
    ...vip,
    name: 'vip-upgrade',
    arrange: async (page, t) => {
      await withLevel(second)(page);
      await page.getByRole('button', { name: filled(t('vip.upgrade'), { level: '3', amount: '2,000' }) }).click();
      await page.getByLabel(t('ui.tradePassword'), { exact: true }).fill('1234');
    },
  },
  {
    ...transfer,
    name: 'member-transfer-blocked',
    arrange: async (page, t) => {
      const settings = { ...open, savedOnly: { on: true, endsAt: at(1) } };
      await page.route('**/index/transfers/settings', (route) =>
        route.fulfill({ json: { code: 200, msg: '', data: settings } }),
      );
      await page.reload();
      await expect(page.getByRole('region', { name: t('transfers.blocked.title') })).toBeVisible();
    },
  },
  { ...transfer, name: 'member-transfer-found', arrange: (page, t) => withPayee(page, t, 2) },
  { ...transfer, name: 'member-transfer-over', arrange: (page, t) => withPayee(page, t, 2, false) },
  {
    ...transfer,
    name: 'member-transfer-password',
    arrange: async (page, t) => {
      await withPayee(page, t, 0);
      await page.getByRole('button', { name: filled(t('transfers.send'), { amount: '250.00' }) }).click();
      await page.getByLabel(t('ui.tradePassword'), { exact: true }).fill('1234');
    },
  },
];
