import { expect, go, test } from './story.ts';

const primary = 'rgb(12, 19, 22)';

test('the black button of home and of the account is Trade, and it leads to a ticket', async ({ person: { page } }) => {
  await page.goto('/home');
  const trade = page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name: 'Trade' });
  await expect(trade.locator('span')).toHaveCSS('background-color', primary);
  await trade.click();
  await expect(page).toHaveURL('/contract');
  await go(page, '/user');
  await expect(page.getByRole('link', { name: 'Trade' })).toHaveCSS('background-color', primary);
  await page.getByRole('link', { name: 'Trade' }).click();
  await expect(page).toHaveURL('/contract');
});

test('everything can be found from one page', async ({ person: { page } }) => {
  await page.goto('/home/more');
  await page.getByRole('region', { name: 'Wealth' }).getByRole('link', { name: 'Pledge interest' }).click();
  await expect(page).toHaveURL('/finance/livecoin');
  await expect(page.getByRole('tab', { name: 'Pledge' })).toHaveAttribute('aria-selected', 'true');
});

test('the account leads to the orders and their receipts themselves', async ({ person: { page } }) => {
  await page.goto('/user');
  await page.getByRole('link', { name: 'Orders and receipts' }).click();
  await expect(page).toHaveURL('/contract/records');
});
