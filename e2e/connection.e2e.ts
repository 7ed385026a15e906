import type { Page } from '@playwright/test';
import { freePorts } from '../scripts/ports.ts';
import { openStack } from '../scripts/stack.ts';
import { newPhone } from './people.ts';
import { expect, heading, test } from './story.ts';

test.use({ callsMayFail: true });

/** The code that shows toasts comes a little after the first page; before that only the strip can speak. */
const toastsAreThere = (page: Page) => page.waitForResponse(/\/Toasts-/);

test('a strip says since when the network is gone, and leaves when it is back', async ({ visitor }) => {
  await visitor.goto('/home');
  await expect(heading(visitor)).toBeVisible();
  const strip = visitor.getByRole('status').filter({ hasText: 'No connection since' });
  await expect(strip).toBeHidden();
  await visitor.context().setOffline(true);
  await expect(strip).toHaveText(/No connection since \d{2}:\d{2}:\d{2}/);
  await strip.getByRole('button', { name: 'Retry' }).click();
  await expect(strip).toBeVisible();
  await visitor.context().setOffline(false);
  await expect(strip).toBeHidden();
});

test('a line that comes back without a word of the browser is noticed on a page that asks for nothing', async ({
  visitor,
}) => {
  await visitor.goto('/login');
  await expect(heading(visitor)).toBeVisible();
  const strip = visitor.getByRole('status').filter({ hasText: 'No connection since' });
  await visitor.route('**/index/**', (route) => route.abort());
  await visitor.getByLabel('Username, email or phone', { exact: true }).fill('nobody');
  await visitor.getByLabel('Password', { exact: true }).fill('nothing at all');
  await visitor.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(strip).toBeVisible();
  await visitor.unroute('**/index/**');
  await expect(strip).toBeHidden();
});

test('the strip stands clear of what lies under it', async ({ visitor }) => {
  await visitor.goto('/market');
  await expect(heading(visitor)).toBeVisible();
  await visitor.context().setOffline(true);
  const strip = visitor.getByRole('status').filter({ hasText: 'No connection since' });
  await expect(strip).toBeVisible();
  const under = (await strip.boundingBox())!;
  const field = (await visitor.getByRole('search').or(visitor.getByRole('searchbox')).first().boundingBox())!;
  expect(field.y - under.y - under.height).toBeGreaterThanOrEqual(8);
});

test('a network that goes before everything is there leaves the page standing', async ({ visitor }) => {
  await visitor.goto('/register');
  await expect(heading(visitor)).toBeVisible();
  await visitor.context().setOffline(true);
  await visitor.getByLabel('Email or phone', { exact: true }).fill(newPhone());
  await visitor.getByRole('button', { name: 'Send code' }).click();
  await visitor.getByRole('button', { name: 'Terms of Use' }).click();
  await expect(visitor.getByRole('status').filter({ hasText: 'No connection since' })).toBeVisible();
  await visitor.context().setOffline(false);
  await visitor.getByRole('button', { name: 'Terms of Use' }).click();
  await expect(visitor.getByRole('dialog', { name: 'Terms of Use' })).toBeVisible();
});

test('without a network a page says what failed and asks again when told to', async ({ person: { page } }) => {
  await Promise.all([toastsAreThere(page), page.goto('/user/changePsw')]);
  await page.context().setOffline(true);
  await page.getByLabel('Old password', { exact: true }).fill('a glass house');
  await page.getByLabel('New login password', { exact: true }).fill('a newer glass house');
  await page.getByLabel('New password again', { exact: true }).fill('a newer glass house');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Network Error' })).toBeVisible();
  await expect(page.getByLabel('Old password', { exact: true })).toHaveValue('a glass house');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('a call that nobody answers is given up after a minute, and says so', async ({ visitor: page }) => {
  // Nobody waits for a minute in a story: it is made short, whoever asks for exactly that long.
  await page.addInitScript(() => {
    const usual = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => usual(ms === 60_000 ? 300 : ms);
  });
  await Promise.all([toastsAreThere(page), page.goto('/register')]);
  await page.getByLabel('Email or phone', { exact: true }).fill(newPhone());
  await page.route('**/index/index/sendcode', () => {});
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'timeout of 60000ms exceeded' })).toBeVisible();
});

test('an app that was opened once opens without a network', async ({ open }) => {
  const page = await open({ serviceWorkers: 'allow' });
  await page.goto('/home');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.goto('/market');
  await expect(heading(page)).toHaveText('Market');
  await expect(page.getByRole('status').filter({ hasText: 'No connection since' })).toBeVisible();
});

test('a server that is away is reported in words and found again when it is back', async ({ open }) => {
  test.setTimeout(180_000);
  const stack = await openStack({ name: 'away', port: await freePorts(), webRoot: 'web/dist' });
  try {
    const page = await open({ baseURL: stack.url });
    const strip = page.getByRole('status').filter({ hasText: 'No connection since' });
    const send = page.getByRole('button', { name: 'Send code' });
    await Promise.all([toastsAreThere(page), page.goto('/register')]);
    await page.getByLabel('Email or phone', { exact: true }).fill(newPhone());
    await stack.stopServer();
    await send.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Network Error' })).toBeVisible();
    await expect(strip).toBeVisible();
    await strip.getByRole('button', { name: 'Retry' }).click();
    await expect(strip).toBeVisible();
    // The page looks for the line by itself, ever more rarely: nobody has to ask.
    await stack.startServer();
    await expect(strip).toBeHidden({ timeout: 40_000 });
    await send.click();
    await expect(page.getByText('a code is on its way')).toBeVisible();
  } finally {
    await stack.close();
  }
});
