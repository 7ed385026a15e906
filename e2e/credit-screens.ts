import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';
import { expect } from './story.ts';

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
const events = [
  { step: 4, at: ago(1), kind: 'good_month', change: 5, score: 100, reason: null },
  {
    step: 3,
    at: ago(31),
    kind: 'identity_rejected',
    change: -5,
    score: 95,
    reason: 'The name is not the one on the card.',
  },
  {
    step: 2,
    at: ago(39),
    kind: 'unfrozen',
    change: 20,
    score: 100,
    reason: 'The holder was travelling, and has confirmed both.',
  },
  {
    ...{ step: 1, at: ago(40), kind: 'frozen', change: -20, score: 80 },
    reason: 'Log-ins from two countries within an hour; paused until the holder confirms them.',
  },
];

/** Shows an account with a changed score on this page only; credit.e2e.ts changes real ones. */
const withEvents = (score: number, list: object[]) => (page: Page) =>
  page.route('**/index/user/credit', async (route) => {
    const response = await route.fetch();
    const whole = await response.json();
    await route.fulfill({ response, json: { ...whole, data: { ...whole.data, score, list, next: null } } });
  });

const credit = { path: '/user/credit', title: 'titles.credit', who: 'user' } as const;

/** The credit score of an account with events. */
export const creditScreens: Screen[] = [
  {
    ...credit,
    name: 'credit-fallen',
    arrange: async (page, t) => {
      await withEvents(80, events.slice(3))(page);
      await page.reload();
      await expect(page.getByText(t('credit.kinds.frozen'), { exact: true })).toBeVisible();
    },
  },
  {
    ...credit,
    name: 'credit-history',
    arrange: async (page, t) => {
      await withEvents(100, events)(page);
      await page.reload();
      await page.getByText(t('credit.kinds.frozen'), { exact: true }).scrollIntoViewIfNeeded();
    },
  },
  {
    ...credit,
    name: 'credit-failed',
    arrange: async (page, t) => {
      await page.route('**/index/user/credit', (route) => route.abort());
      await page.reload();
      await expect(page.getByText(t('credit.failed'))).toBeVisible();
    },
  },
];
