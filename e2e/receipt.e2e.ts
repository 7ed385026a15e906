import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { choosePeriod, moveIn, offerShortPeriods, openWatchedTab, place, result } from './contracts.ts';
import { expect, heading, test } from './story.ts';

test.beforeAll(offerShortPeriods);

const verdict = (page: Page, words: string) =>
  page.getByRole('main').locator('section').filter({ hasText: 'Recomputed in your browser:' }).getByText(words);

/** A receipt file with this content. */
const asFile = (receipt: object) => ({
  name: 'receipt.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(receipt)),
});

test('a receipt is recomputed in the browser and matches; a changed file does not', async ({ person }) => {
  const { page } = person;
  // The code that waits for a top-up is loaded as well: the result must still be shown once.
  await page.addInitScript(() => localStorage.setItem('awaited-top-up', '{"state":{"awaited":true},"version":1}'));
  await moveIn(person, 100n);
  await openWatchedTab(page);
  await choosePeriod(page, 1);
  await place(page, 'Long');
  await expect(result(page)).toBeVisible();
  await page.getByRole('link', { name: 'Verify this result' }).click();
  await expect(heading(page)).toHaveText('Receipt');
  await expect(verdict(page, 'matches')).toBeVisible();
  // It is also compared with the slip stored on this device when the order was placed.
  await expect(page.getByText('the slip kept on this device says the same')).toBeVisible();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save receipt' }).first().click();
  const receipt = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  expect(receipt.note).toContain('imulated');
  const open = (file: object) => page.getByLabel('Check a receipt file').last().setInputFiles(asFile(file));

  await open(receipt);
  await expect(page.getByText('From the file receipt.json.')).toBeVisible();
  await expect(verdict(page, 'matches')).toBeVisible();

  const { order } = receipt;
  await open({ ...receipt, order: { ...order, payout: '1000.00' } });
  await expect(verdict(page, 'does not match')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What differs' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to this order' }).click();
  await expect(verdict(page, 'matches')).toBeVisible();
});
