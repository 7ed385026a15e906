import { newPhone } from './people.ts';
import { expect, heading, test, toastsLoaded } from './story.ts';

test.use({ callsMayFail: true });

test('a strip says how long the connection has been lost, and disappears when it returns', async ({ visitor }) => {
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

test('a connection that returns without an event is noticed on a page that makes no calls', async ({ visitor }) => {
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

test('the strip covers nothing', async ({ visitor }) => {
  await visitor.goto('/market');
  await expect(heading(visitor)).toBeVisible();
  await visitor.context().setOffline(true);
  const strip = visitor.getByRole('status').filter({ hasText: 'No connection since' });
  await expect(strip).toBeVisible();
  const under = (await strip.boundingBox())!;
  const field = (await visitor.getByRole('search').or(visitor.getByRole('searchbox')).first().boundingBox())!;
  expect(field.y - under.y - under.height).toBeGreaterThanOrEqual(8);
});

test('losing the network while the app loads does not break the page', async ({ visitor }) => {
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

test('offline, a page says what failed and retries on request', async ({ person: { page } }) => {
  await Promise.all([toastsLoaded(page), page.goto('/user/changePsw')]);
  await page.context().setOffline(true);
  await page.getByLabel('Old password', { exact: true }).fill('a paper lantern');
  await page.getByLabel('New login password', { exact: true }).fill('nine paper lanterns');
  await page.getByLabel('New password again', { exact: true }).fill('nine paper lanterns');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Network Error' })).toBeVisible();
  await expect(page.getByLabel('Old password', { exact: true })).toHaveValue('a paper lantern');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('an unanswered call fails after a minute, with a message', async ({ visitor: page }) => {
  // Shortens every timeout of exactly one minute.
  await page.addInitScript(() => {
    const usual = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => usual(ms === 60_000 ? 300 : ms);
  });
  await Promise.all([toastsLoaded(page), page.goto('/register')]);
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
