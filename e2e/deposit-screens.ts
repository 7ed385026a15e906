import { showDeposit } from '@glasshouse/protocol/deposits/calls';
import { makeReceipt, tellTopUp, topUps } from './deposits.ts';
import type { Screen } from './screen.ts';
import { expect } from './story.ts';

const deposit = { path: '/pay/deposit', title: 'titles.deposit', who: 'user' } as const;

const inState = (name: keyof typeof topUps): Screen => ({
  ...deposit,
  name: `deposit-${name}`,
  path: `/pay/deposit/${topUps[name].id}`,
  arrange: async (page, t) => {
    await tellTopUp(page, topUps[name]);
    await page.reload();
    await expect(page.getByRole('heading', { name: t(`deposits.decided.${topUps[name].state}`) })).toBeVisible();
  },
});

/** The top-up form and its states. */
export const depositScreens: Screen[] = [
  ...(['review', 'automatic', 'offDuty', 'large', 'passed', 'card', 'rejected'] as const).map(inState),
  { ...deposit, name: 'deposit-ready', arrange: (page, t) => makeReceipt(page, t, '1000') },
  { ...deposit, name: 'deposit-ready-large', arrange: (page, t) => makeReceipt(page, t, '20000') },
  {
    ...deposit,
    name: 'deposit-refused',
    arrange: async (page, t) => {
      await page.getByLabel(t('deposits.amount'), { exact: true }).fill('1000');
      const buffer = Buffer.from('no picture');
      await page.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer });
      await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'photo.png' })).toBeVisible();
    },
  },
  {
    ...deposit,
    name: 'deposit-by-card',
    path: '/pay/deposit?by=card',
    arrange: async (page, t) => {
      await page.getByRole('button', { name: t('deposits.card.use') }).click();
      await page.getByLabel(t('deposits.amount'), { exact: true }).fill('250');
    },
  },
  {
    ...deposit,
    name: 'deposit-card-refused',
    path: '/pay/deposit?by=card',
    arrange: async (page, t) => {
      await page.getByLabel(t('deposits.card.number')).fill('4539 5787 6362 1486');
      await page.getByLabel(t('deposits.card.number')).blur();
      await expect(page.getByText(t('deposits.card.notTest'))).toBeVisible();
    },
  },
  {
    ...deposit,
    name: 'deposit-not-loaded',
    arrange: async (page, t) => {
      await page.route(`**${showDeposit.path}`, (route) => route.abort());
      await page.reload();
      await expect(page.getByText(t('deposits.failed'))).toBeVisible();
    },
  },
];
