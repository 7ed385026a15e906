import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '../scripts/ports.ts';
import { root } from '../scripts/run.ts';
import { openStack, type Stack } from '../scripts/stack.ts';
import { newPhone } from './people.ts';
import { expect, heading, moves, test, toastsLoaded } from './story.ts';

// These tests stop and start their own server, one after the other. It serves a copy of the app, because the last test
// changes it.
test.describe.configure({ mode: 'serial' });
test.use({ callsMayFail: true });

const release = `artifacts/release-${process.pid}`;
let stack: Stack;
test.beforeAll(async () => {
  const webRoot = process.env.E2E_WEB_ROOT ?? 'web/dist';
  await cp(join(root, webRoot), join(root, release), { recursive: true });
  stack = await openStack({ name: 'restart', port: await freePorts(), webRoot: release });
});
test.afterAll(async () => {
  await stack?.close();
  await rm(join(root, release), { recursive: true, force: true });
});

test('an unreachable server is reported, and the page recovers once it is back', async ({ open }) => {
  const page = await open({ baseURL: stack.url });
  const strip = page.getByRole('status').filter({ hasText: 'No connection since' });
  const send = page.getByRole('button', { name: 'Send code' });
  await Promise.all([toastsLoaded(page), page.goto('/register')]);
  await page.getByLabel('Email or phone', { exact: true }).fill(newPhone());
  await stack.stopServer();
  await send.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Network Error' })).toBeVisible();
  await expect(strip).toBeVisible();
  await strip.getByRole('button', { name: 'Retry' }).click();
  await expect(strip).toBeVisible();
  // The page retries on its own, at growing intervals.
  await stack.startServer();
  await expect(strip).toBeHidden();
  await send.click();
  await expect(page.getByText('a code is on its way')).toBeVisible();
});

test('prices are marked as paused while the server is down, and continue on their own afterwards', async ({ open }) => {
  const page = await open({ baseURL: stack.url });
  const strip = page.getByRole('status').filter({ hasText: 'Prices paused at' });
  await page.goto('/market?symbol=BTC');
  const price = page.getByRole('region', { name: 'Price of BTC' });
  await expect(price).toContainText('Live');
  await stack.stopServer();
  await expect(strip).toHaveText(/Reconnecting. Prices paused at \d{2}:\d{2}:\d{2}\./);
  await expect(price.getByText('Paused')).toBeVisible();
  await expect(price).toContainText('Last tick #');
  await stack.startServer();
  await expect(strip).toBeHidden();
  await expect(price.getByText('Paused')).toBeHidden();
  await moves(() => price.textContent());
});

test('a new release is offered, and the page stays unchanged until the user accepts', async ({ open }) => {
  const page = await open({ baseURL: stack.url, serviceWorkers: 'allow' });
  const offer = page.getByText('A new version is ready');
  const isNew = page.locator('meta[name="release"]');
  await page.goto('/home');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // From now on the service worker answers.
  await expect(heading(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

  await change('index.html', '<head>', '<head><meta name="release" content="2">');
  await change('sw.js', /(url:"index\.html",revision:")[^"]*/, '$1another');
  await stack.stopServer();
  await stack.startServer();
  await page.goto('/market');
  await expect(offer).toBeVisible();
  await expect(isNew).toHaveCount(0);
  await expect(heading(page)).toHaveText('Market');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(isNew).toHaveCount(1);
  await expect(heading(page)).toHaveText('Market');
  await expect(offer).toHaveCount(0);
});

/** Changes one file of the release. */
async function change(file: string, from: string | RegExp, to: string): Promise<void> {
  const path = join(root, release, file);
  const text = await readFile(path, 'utf8');
  expect(text).toMatch(from);
  await writeFile(path, text.replace(from, to));
}
