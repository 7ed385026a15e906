import { expect } from '@playwright/test';
import type { Screen } from './screen.ts';

const copy = { path: '/user/security/copy', title: 'titles.copy', who: 'user' } as const;
const leave = { path: '/user/security/leave', title: 'titles.leave', who: 'user' } as const;
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

/** The states of a copy in the form the server sends them. */
const copyScreen = (state: 'making' | 'ready' | 'failed', until: string | null, says: string): Screen => ({
  ...copy,
  name: `copy-${state}`,
  arrange: async (page, t) => {
    const json = { code: 200, msg: '', data: { copy: { state, askedAt: new Date().toISOString(), until } } };
    await page.route('**/index/user/copy', (route) => route.fulfill({ json }));
    await page.reload();
    await expect(page.getByText(t(says))).toBeVisible();
  },
});

/** A user's own data: the copy to download, and the account to be deleted. */
export const personalScreens: Screen[] = [
  copyScreen('making', null, 'personal.making'),
  copyScreen('ready', tomorrow, 'personal.ready'),
  copyScreen('failed', null, 'personal.failed'),
  {
    ...copy,
    name: 'copy-link',
    arrange: async (page, t) => {
      await page.goto(`${copy.path}#${'x'.repeat(43)}`);
      await page.reload();
      await expect(page.getByRole('button', { name: t('personal.take') })).toBeVisible();
    },
  },
  { ...copy, name: 'copy-visitor', who: 'visitor' },
  ...[leave, { path: '/user', title: 'titles.user', who: 'user' } as const].map(
    (place, i): Screen => ({
      ...place,
      name: ['leave-asked', 'user-leaving'][i]!,
      arrange: async (page, t) => {
        await page.route('**/index/user/getuser', async (route) => {
          const response = await route.fetch();
          const whole = await response.json();
          await route.fulfill({ response, json: { ...whole, data: { ...whole.data, leavesAt: tomorrow } } });
        });
        await page.reload();
        await expect(page.getByText(t('app.leaving.title'))).toBeVisible();
      },
    }),
  ),
];
