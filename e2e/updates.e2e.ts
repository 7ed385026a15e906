import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '../scripts/ports.ts';
import { root } from '../scripts/run.ts';
import { openStack } from '../scripts/stack.ts';
import { expect, heading, test } from './story.ts';

test.use({ callsMayFail: true });

/** Changes one file of a release. */
async function change(path: string, from: string | RegExp, to: string) {
  const text = await readFile(path, 'utf8');
  expect(text).toMatch(from);
  await writeFile(path, text.replace(from, to));
}

test('a new release is offered, not forced: the page stays as it is until its reader says so', async ({ open }) => {
  test.setTimeout(120_000);
  const release = `artifacts/release-${process.pid}`;
  await cp(join(root, 'web/dist'), join(root, release), { recursive: true });
  const stack = await openStack({ name: 'updates', port: await freePorts(), webRoot: release });
  try {
    const page = await open({ baseURL: stack.url, serviceWorkers: 'allow' });
    const offer = page.getByText('A new version is ready');
    const isNew = page.locator('meta[name="release"]');
    await page.goto('/home');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload(); // from now on the worker answers
    await expect(heading(page)).toBeVisible();
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

    await change(join(root, release, 'index.html'), '<head>', '<head><meta name="release" content="2">');
    await change(join(root, release, 'sw.js'), /(url:"index\.html",revision:")[^"]*/, '$1another');
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
  } finally {
    await stack.close();
    await rm(join(root, release), { recursive: true, force: true });
  }
});
