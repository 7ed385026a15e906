import { readFileSync } from 'node:fs';
import { shortHash } from '@glasshouse/kit/format.ts';
import { toHex } from '@glasshouse/protocol/bytes';
import { entriesTile } from '@glasshouse/protocol/publiclog/bundles';
import { showLog } from '@glasshouse/protocol/publiclog/calls';
import { readHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { readEntry } from '@glasshouse/protocol/publiclog/entries';
import { readKey, readNote } from '@glasshouse/protocol/publiclog/note';
import { readBundle, tilePath, tileWidth } from '@glasshouse/protocol/publiclog/tiles';
import { remembered, showAnotherPast } from './public-log.ts';
import { newCaller, site } from './server.ts';
import { expect, go, heading, test, waitForFrames } from './story.ts';

const logSize = async () => readHead(readNote(await (await fetch(`${site}/log/checkpoint`)).text())!.text)!.size;
const twoPasts = 'This site showed this device two different pasts';

test('visitors can read the public log, and the browser checks each entry', async ({ visitor: page }) => {
  await page.goto('/publiclog');
  await expect(heading(page)).toHaveText('Public log');
  const verdict = page.getByRole('status').filter({ hasText: 'Recomputed in your browser:' });
  // There is nothing to compare with yet, so there is no verdict.
  const begun = page.getByRole('status').filter({ hasText: 'Following from now on' });
  await expect(begun).toContainText('This device has followed the log since');
  await expect(verdict).toHaveCount(0);
  const newest = page.getByRole('region', { name: 'Newest checkpoint' });
  const size = newest.locator('b');
  await expect(size).toHaveText(/^[\d,]+$/);
  const before = await size.textContent();
  await expect(size).not.toHaveText(before!); // it grows while the page is open
  await expect(newest).toContainText('Signed by this site');
  const { publicKey } = (await readKey((await newCaller()(showLog, {})).key!))!;
  await expect(newest).toContainText(`Key ${shortHash(toHex(publicKey))}`);
  await newest.getByText('The checkpoint as it was signed').click();
  await expect(newest.locator('pre')).toContainText('/log\n');

  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(verdict).toContainText('Nothing was changed since this device began to follow');

  const list = page.getByRole('region', { name: 'Newest entries' });
  // A new site has a few entries before its first price.
  await expect.poll(async () => Number((await size.textContent())!.replaceAll(',', ''))).toBeGreaterThan(60);
  await list.getByRole('button', { name: /^Show [\d,]+ newer$/ }).click();
  await expect(list.getByRole('link').filter({ hasText: 'Prices of one second' }).first()).toBeVisible();
  await list.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => list.getByRole('link').count()).toBeGreaterThan(10);
  // Coming back from an entry restores the list and its scroll position.
  const rows = await list.getByRole('link').allTextContents();
  await list.getByRole('link').nth(15).click();
  await expect(heading(page)).toHaveText('Log entry');
  await expect(page.getByRole('region', { name: 'Bytes' })).toBeVisible();
  // The log grows in the meantime.
  const seenSize = await logSize();
  await expect.poll(logSize).toBeGreaterThan(seenSize);
  await page.goBack();
  await expect(heading(page)).toHaveText('Public log');
  expect(await list.getByRole('link').allTextContents()).toEqual(rows);
  await expect(list.getByRole('link').nth(15)).toBeInViewport();
  await list.getByLabel('Entry number').fill('99999999999');
  await list.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(list.getByLabel('Entry number')).toHaveAccessibleDescription(/Enter a number from 0 to/);
  await list.getByLabel('Entry number').fill('0');
  await list.getByLabel('Entry number').press('Enter');
  await expect(page).toHaveURL('/publiclog/0');
  await expect(heading(page)).toHaveText('Log entry');
  await expect(verdict).toContainText(/matchesThis is entry 0 of a log of [\d,]+, as it was signed/);
  await expect(page.getByRole('region', { name: 'Way to the signed root' })).toContainText('Hash of the entry');
  await page.getByRole('link', { name: 'Entry after' }).click();
  await expect(page).toHaveURL('/publiclog/1');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/publiclog');
});

test('the page does not shift while the log loads', async ({ visitor: page }) => {
  await page.addInitScript(() => {
    const seen = window as unknown as { shifted: number };
    seen.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['**/index/log/show', /\/log\/(checkpoint|tile)/])
    await page.route(path, async (route) => {
      await waitForFrames(page); // with placeholders
      await route.continue();
    });
  await page.goto('/publiclog');
  await expect(page.getByRole('list', { name: 'Newest entries' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByText('Following from now on')).toBeVisible();
  const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted);
  expect(shifted).toBeLessThan(0.02);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a settings entry is shown in words', async ({ visitor: page }) => {
  const size = await logSize();
  const tile = entriesTile(0, Math.min(size, tileWidth));
  const bundle = new Uint8Array(await (await fetch(`${site}/log/${tilePath(tile)}`)).arrayBuffer());
  const entries = readBundle(bundle)!.map(readEntry);
  const placeOf = (about: string) => entries.findIndex((entry) => entry?.kind === 'setting' && entry.about === about);
  await page.goto(`/publiclog/${placeOf('money_config')}`);
  const setting = page.getByRole('region', { name: 'Setting' });
  await expect(setting).toContainText('Money settings, version 1');
  await expect(setting).toContainText('Welcome grant10,000.00 USDT');
  await expect(setting).toContainText('In force fromThe beginning');
  await expect(setting).not.toContainText('{');
  await go(page, `/publiclog/${placeOf('site_config')}`);
  await expect(setting).toContainText('Registration needs an invitationNo');
  await expect(setting).not.toContainText('_');
});

test('a forged entry and a missing entry are both reported', async ({ visitor: page }) => {
  await page.route('**/log/tile/entries/**', async (route) => {
    const body = await (await route.fetch()).body();
    body[body.length - 1]! ^= 1;
    body[5]! ^= 1;
    await route.fulfill({ body });
  });
  await page.goto('/publiclog/0');
  await expect(page.getByRole('alert').filter({ hasText: 'does not match' })).toBeVisible();
  await go(page, '/publiclog/999999999');
  await expect(page.getByText('There is no such entry')).toBeVisible();
  await go(page, '/publiclog/first');
  await expect(page.getByText('There is no such entry')).toBeVisible();
  await page.getByRole('link', { name: 'Public log' }).click();
  await expect(page).toHaveURL('/publiclog');
});

test('a rewritten log is reported on every page, also after a reload', async ({ person }) => {
  const { page } = person;
  await page.goto('/home');
  // The app starts following the log once the page has settled.
  await expect.poll(async () => (await remembered(page)).note).toBeDefined();
  const { note } = await remembered(page);
  await showAnotherPast(page);
  await page.goto('/publiclog');
  await page.getByRole('button', { name: 'Check now' }).click();
  const strip = page.getByRole('alert').filter({ hasText: twoPasts });
  await expect(strip.first()).toBeVisible();
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const path of ['/home', '/user/settings']) {
    await page.goto(path);
    await expect(strip).toBeVisible();
  }
  await strip.getByRole('link', { name: 'Details' }).click();
  await expect(page).toHaveURL('/publiclog');
  const both = page.getByRole('region', { name: 'Both, as they were signed' });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    both.getByRole('button', { name: 'Save both as a file' }).click(),
  ]);
  const saved = JSON.parse(readFileSync(await file.path(), 'utf8'));
  expect(saved).toMatchObject({ what: 'past', before: note });
  expect(readNote(saved.after)!.signatures.length).toBe(1);
  expect(saved.proof.length).toBeGreaterThan(0);
});

test.describe('offline', () => {
  test.use({ callsMayFail: true });

  test('an unreachable log shows how long it has not been checked', async ({ visitor: page }) => {
    await page.goto('/publiclog');
    const matches = page.getByRole('status').filter({ hasText: 'matches' });
    await expect(page.getByText('Following from now on')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Newest checkpoint' })).toContainText('Signed by this site');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByRole('status').filter({ hasText: /Not checked since \d{4}/ })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'No new checkpoint since' })).toBeVisible();
    await expect(page.getByText(twoPasts)).toHaveCount(0);
    await page.context().setOffline(false);
    // Without a reload.
    await expect(matches).toBeVisible({ timeout: 90_000 });
    expect((await remembered(page)).alarm).toBeUndefined();
  });

  test('an empty log and an unreachable log each show a message', async ({ visitor: page }) => {
    const data = { key: null, witnesses: [], days: [] };
    await page.route('**/index/log/show', (route) => route.fulfill({ json: { code: 200, msg: '', data } }));
    await page.goto('/publiclog');
    await expect(page.getByRole('heading', { name: 'Nothing is in the log yet' })).toBeVisible();
    expect(await remembered(page)).toEqual({});
    await page.goto('about:blank');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route('**/index/log/show', (route) => route.abort());
    await page.goto('/publiclog');
    await expect(page.getByRole('heading', { name: 'The log cannot be reached' })).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('region', { name: 'Newest checkpoint' })).toContainText('Signed by this site');
  });
});
