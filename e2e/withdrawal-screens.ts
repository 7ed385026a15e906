import type { Page } from '@playwright/test';
import type { Screen, Words } from './screen.ts';
import { expect } from './story.ts';
import {
  endsTomorrow,
  fillAddress,
  forms,
  savedPayees,
  tellForm,
  tellList,
  tellPayees,
  tellWithdrawal,
  withdrawals,
} from './withdrawals.ts';

const form = { path: '/pay/withdraw', title: 'titles.withdraw', who: 'user' } as const;
const one = {
  path: '/pay/record/019a0000-0000-7000-8000-000000000003',
  title: 'titles.withdrawal',
  who: 'user',
} as const;

/** The form of a user who may withdraw. */
async function ready(page: Page, t: Words): Promise<void> {
  await tellForm(page, forms.ready);
  await page.reload();
  await expect(page.getByRole('button', { name: t('withdrawals.review') })).toBeEnabled();
}
const inState = (name: keyof typeof withdrawals): Screen => ({
  ...one,
  name: `withdrawal-${name}`,
  arrange: async (page, t) => {
    await tellWithdrawal(page, withdrawals[name]);
    await page.reload();
    await expect(page.getByRole('heading', { name: t(`movements.states.${withdrawals[name].state}`) })).toBeVisible();
  },
});

const payees = { path: '/user/security/payees', title: 'titles.payees', who: 'user', whole: true } as const;
const payeesWith =
  (saved: () => ReturnType<typeof savedPayees>, then: (page: Page, t: Words) => Promise<void> = async () => {}) =>
  async (page: Page, t: Words) => {
    await tellPayees(page, saved());
    await page.reload();
    await expect(page.getByText('My other account')).toBeVisible();
    await then(page, t);
  };

/** The withdrawal form, its review, and the states of a withdrawal. */
export const withdrawalScreens: Screen[] = [
  {
    ...form,
    name: 'withdraw-missing',
    arrange: async (page, t) => {
      await tellForm(page, forms.missing);
      await page.reload();
      await expect(page.getByRole('timer')).toBeVisible();
      await expect(page.getByText(t('withdrawals.missing.lock')).first()).toBeVisible();
    },
  },
  {
    ...form,
    name: 'withdraw-filled',
    arrange: async (page, t) => {
      await ready(page, t);
      await fillAddress(page, t, '500.00');
    },
  },
  {
    ...form,
    name: 'withdraw-prompts',
    arrange: async (page, t) => {
      await ready(page, t);
      await page.getByText(t('withdrawals.to.bank'), { exact: true }).click();
      await page.getByRole('button', { name: t('withdrawals.review') }).click();
      await expect(page.getByText(t('withdrawals.problems.enterHolder'))).toBeVisible();
    },
  },
  {
    ...form,
    name: 'withdraw-real',
    arrange: async (page, t) => {
      await ready(page, t);
      await fillAddress(page, t, '9600', '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe');
      await expect(page.getByText(t('withdrawals.problems.addressReal'))).toBeVisible();
    },
  },
  {
    ...form,
    name: 'withdraw-review',
    arrange: async (page, t) => {
      await ready(page, t);
      await fillAddress(page, t, '500.00');
      await page.getByRole('button', { name: t('withdrawals.review') }).click();
      await expect(page.getByRole('dialog').getByText(t('withdrawals.notices.address'))).toBeVisible();
    },
  },
  {
    ...form,
    name: 'withdraw-payees',
    arrange: async (page, t) => {
      await ready(page, t);
      await page.getByRole('button', { name: t('withdrawals.chooseSaved') }).click();
      await expect(page.getByRole('dialog').getByText('My other account')).toBeVisible();
    },
  },
  {
    ...form,
    name: 'withdraw-limited',
    whole: true,
    arrange: async (page, t) => {
      await tellForm(page, { ...forms.ready, ...savedPayees(endsTomorrow()) });
      await page.reload();
      await page.getByRole('button', { name: t('withdrawals.review') }).click();
      await expect(page.getByRole('alert').filter({ hasText: t('withdrawals.problems.choosePayee') })).toBeVisible();
    },
  },
  {
    ...form,
    name: 'withdraw-limited-waiting',
    whole: true,
    arrange: async (page, t) => {
      const { payees, ...saved } = savedPayees();
      await tellForm(page, { ...forms.ready, ...saved, payees: payees.slice(0, 1) });
      await page.reload();
      await page.getByRole('button', { name: t('withdrawals.review') }).click();
      await expect(page.getByRole('alert').filter({ hasText: t('withdrawals.problems.noneUsable') })).toBeVisible();
    },
  },
  {
    ...form,
    name: 'withdraw-limited-payees',
    arrange: async (page, t) => {
      await tellForm(page, { ...forms.ready, ...savedPayees() });
      await page.reload();
      await page.getByRole('button', { name: t('withdrawals.chooseSaved') }).click();
      await expect(page.getByRole('dialog').getByText('My other account')).toBeVisible();
    },
  },
  { ...payees, name: 'payees-empty' },
  { ...payees, name: 'payees-limited', arrange: payeesWith(savedPayees) },
  { ...payees, name: 'payees-ends', arrange: payeesWith(() => savedPayees(endsTomorrow())) },
  {
    ...payees,
    name: 'payees-turn-on',
    arrange: payeesWith(
      () => savedPayees({ on: false, endsAt: null }),
      async (page, t) => {
        await page.getByRole('button', { name: t('withdrawals.payees.turnOn') }).click();
        await expect(page.getByLabel(t('ui.factorCode'))).toBeVisible();
      },
    ),
  },
  {
    ...payees,
    name: 'payees-add',
    whole: false,
    arrange: payeesWith(savedPayees, async (page, t) => {
      await page.getByRole('button', { name: t('withdrawals.payees.add') }).click();
      await expect(page.getByRole('dialog').getByLabel(t('withdrawals.saveAs'))).toBeVisible();
    }),
  },
  ...(['review', 'large', 'withdrawing', 'success', 'rejected', 'frozen'] as const).map(inState),
  {
    name: 'withdrawals-list',
    path: '/order/withdrawRecord',
    title: 'titles.withdrawals',
    who: 'user',
    arrange: async (page, t) => {
      await tellList(
        page,
        Object.values(withdrawals).map((each, n) => ({ ...each, id: each.id.replace(/3$/, String(n)) })),
      );
      await page.reload();
      await expect(page.getByText(t('ui.noMore'))).toBeVisible();
    },
  },
];
