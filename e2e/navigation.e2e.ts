import { expect, go, test } from './story.ts';

const primary = 'rgb(12, 19, 22)';

test('the black button of home and of the account is Trade, and it leads to the tickets of all products', async ({
  person: { page },
}) => {
  await page.goto('/home');
  const trade = page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name: 'Trade' });
  await expect(trade.locator('span')).toHaveCSS('background-color', primary);
  await trade.click();
  await expect(page).toHaveURL('/contract');
  for (const [name, path] of [
    ['Options', '/options?symbol=BTC'],
    ['Spot', '/spot?symbol=BTC'],
  ] as const) {
    const product = page.getByRole('navigation', { name: 'Product' }).getByRole('link', { name });
    await product.click();
    await expect(page).toHaveURL(path);
    // This page stays until the next one is there.
    await expect(product).toHaveAttribute('aria-current', 'page');
  }
  await page.goBack();
  await expect(page).toHaveURL('/contract');
  await go(page, '/user');
  await expect(page.getByRole('link', { name: 'Trade' })).toHaveCSS('background-color', primary);
  await page.getByRole('link', { name: 'Trade' }).click();
  await expect(page).toHaveURL('/contract');
});

test('one page links to everything', async ({ person: { page } }) => {
  await page.goto('/home/more');
  await page.getByRole('region', { name: 'Wealth' }).getByRole('link', { name: 'Pledge interest' }).click();
  await expect(page).toHaveURL('/finance/livecoin');
  await expect(page.getByRole('tab', { name: 'Pledge' })).toHaveAttribute('aria-selected', 'true');
});

test('the records link to those of each product', async ({ person: { page } }) => {
  for (const [kind, name] of [
    ['contract', 'Contract records'],
    ['option', 'Option records'],
    ['spot', 'Coin trades'],
  ] as const) {
    await page.goto(`/records?kind=${kind}`);
    await expect(page.getByRole('list', { name: 'Records', exact: true }).getByRole('link', { name })).toBeVisible();
  }
});
