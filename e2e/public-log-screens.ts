import type { Page } from '@playwright/test';
import { remembered, showAnotherPast } from './public-log.ts';
import type { Screen, Words } from './screen.ts';
import { expect } from './story.ts';

const log = { path: '/publiclog', title: 'titles.publicLog', who: 'visitor' } as const;

const listed = async (page: Page, t: Words) => {
  await expect(
    page
      .getByRole('list', { name: t('log.list') })
      .getByRole('link')
      .first(),
  ).toBeVisible();
};

/** The states of the public log; an alarm is shown on every page. */
export const publicLogScreens: Screen[] = [
  { ...log, name: 'publiclog-begun', arrange: listed },
  {
    ...log,
    name: 'publiclog-matches',
    arrange: async (page, t) => {
      await listed(page, t);
      await page.getByRole('button', { name: t('log.checkNow') }).click();
      await expect(page.getByText(t('tape.recomputed'))).toBeVisible();
    },
  },
  {
    ...log,
    name: 'publiclog-entry',
    arrange: async (page, t) => {
      await page.goto('/publiclog/0');
      await expect(page.getByText(t('log.way'))).toBeVisible();
    },
  },
  {
    ...log,
    name: 'publiclog-away',
    arrange: async (page, t) => {
      await listed(page, t);
      await page.route(/^https?:\/\/[^/]+\/log\//, (route) => route.abort());
      await page.getByRole('button', { name: t('log.checkNow') }).click();
      await expect(page.getByText(t('log.away'))).toBeVisible();
    },
  },
  {
    ...log,
    name: 'publiclog-forked',
    arrange: async (page, t) => {
      await listed(page, t);
      await expect.poll(async () => (await remembered(page)).note).toBeDefined();
      await showAnotherPast(page);
      await page.getByRole('button', { name: t('log.checkNow') }).click();
      await expect(page.getByText(t('log.alarm.both'))).toBeVisible();
    },
  },
];
