import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';
import { expect } from './story.ts';

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

/** Shows operators' notices on this page only. */
async function say(page: Page, call: string, part: object): Promise<void> {
  await page.route(`**/index/site/${call}`, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...part } } });
  });
  await page.reload();
}

const home = { path: '/home', title: 'titles.home', who: 'visitor' } as const;

/** Operators' notices as users see them; office-site.e2e.ts publishes real ones. */
export const noticeScreens: Screen[] = [
  {
    ...home,
    name: 'state-maintenance',
    arrange: async (page, t) => {
      await say(page, 'getsite', {
        maintenance: { from: inHours(-1), until: inHours(0.4), text: null, language: null },
      });
      await expect(page.getByText(t('app.maintenance.notice'))).toBeVisible();
    },
  },
  {
    ...home,
    name: 'home-announcement',
    arrange: async (page) => {
      const text = 'New in the help centre: how to check a result yourself, step by step.';
      const announced = { id: crypto.randomUUID(), text, language: 'en-US', from: inHours(-2) };
      await say(page, 'announcements', { list: [announced] });
      await page.getByRole('button', { name: text }).click();
      await expect(page.getByRole('dialog').getByText(text)).toBeVisible();
    },
  },
];
