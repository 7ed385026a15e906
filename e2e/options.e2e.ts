import { transfer } from '@glasshouse/protocol/assets/calls';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { layoutFaults } from './layout.ts';
import type { Account } from './people.ts';
import { newCaller } from './server.ts';
import { expect, firstPrice, test } from './story.ts';

test.setTimeout(180_000);

const moveIn = ({ cookies }: Account, amount: string) =>
  newCaller(cookies)(transfer, { id: crypto.randomUUID(), from: 'fund', to: 'options', amount: amount as never });
const button = (page: Page, side: 'Call' | 'Put') => page.getByRole('button', { name: new RegExp(`^${side} · `) });
const position = (page: Page, side: 'Call' | 'Put') =>
  page
    .getByRole('region', { name: /^Open options/ })
    .getByRole('listitem')
    .filter({ hasText: side });

async function openFlash(page: Page): Promise<void> {
  await page.goto('/options?symbol=BTC&life=60');
  await expect(button(page, 'Call')).toBeEnabled(firstPrice);
}

test('a call and a put by one tap each; one is sold back, the other ends by the tape, and its receipt matches', async ({
  person,
}) => {
  const { page } = person;
  await moveIn(person, '820.50');
  await openFlash(page);
  expect(await axeFaults(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  await button(page, 'Call').click();
  await expect(position(page, 'Call')).toBeVisible();
  await expect(button(page, 'Put')).toBeEnabled();
  await button(page, 'Put').click();
  await expect(position(page, 'Put')).toBeVisible();

  await position(page, 'Put')
    .getByRole('button', { name: /^Sell back at/ })
    .click();
  const selling = page.getByRole('dialog', { name: 'Sell back' });
  await expect(selling).toContainText('This is the fair value of this moment');
  await selling.getByRole('button', { name: /^Sell for/ }).click();
  const result = page.getByRole('dialog', { name: 'Result' });
  await expect(result).toContainText('Sold back');
  await result.getByRole('button', { name: 'Done' }).click();
  await expect(position(page, 'Put')).toHaveCount(0);

  await expect(result).toContainText(/Ended [\d.,]+ (above|below) the strike|Ended at the strike/, { timeout: 90_000 });
  expect(await axeFaults(page)).toEqual([]);
  await result.getByRole('link', { name: 'Verify this result' }).click();
  await expect(page).toHaveURL(/\/receipt\/option\//);
  await expect(page.getByRole('main')).toContainText(/Recomputed in your browser:\s*matches/, { timeout: 30_000 });

  await page.goto('/options/records');
  await expect(page.getByRole('main').locator('a[href^="/receipt/option/"]')).toHaveCount(2);
  await expect(page.getByRole('main')).toContainText('Sold back');
});

test('an option with a strike: the chain, what moves it, and its price that is held', async ({ person }) => {
  const { page } = person;
  await moveIn(person, '820.50');
  await page.goto('/options?symbol=BTC&life=86400');
  await expect(page.getByRole('button', { name: /^Put [\d,.]+, [\d,.]+/ })).toHaveCount(5, firstPrice);
  await page
    .getByRole('button', { name: /^Put [\d,.]+, [\d,.]+/ })
    .nth(2)
    .click();
  await page.getByText('What moves this price').click();
  await page.getByText('How it was made').click();
  await expect(page.getByRole('main')).toContainText('Black-Scholes from');
  expect(await axeFaults(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  const buy = page.getByRole('button', { name: /^Buy put · / });
  await expect(buy).toBeEnabled();
  await buy.click();
  await expect(position(page, 'Put')).toBeVisible();
});

test('a visitor sees every price, and is led to log in and back', async ({ open }) => {
  const page = await open({ locale: 'en-US' });
  await page.goto('/options?symbol=BTC&life=60');
  await expect(page.getByText('Chance of profit').first()).toBeVisible(firstPrice);
  expect(await layoutFaults(page)).toEqual([]);
});
