import { expect, test } from './story.ts';

test('a contact with a link opens in a tab without access to the app', async ({ visitor }) => {
  await visitor
    .context()
    .route('https://support.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>chat</title>' }),
    );
  await visitor.goto('/login');
  await visitor.getByRole('button', { name: 'Trouble logging in? Ask customer service' }).click();
  const contact = visitor.getByRole('dialog', { name: 'Customer service' }).getByRole('link', { name: /Help desk/ });
  const [tab] = await Promise.all([visitor.context().waitForEvent('page'), contact.click()]);
  await expect(tab).toHaveURL('https://support.example/chat');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  expect(await tab.evaluate(() => document.referrer)).toBe('');
  await expect(visitor).toHaveURL('/login');
});

test('a contact without a link is copied, with a confirmation', async ({ person: { page } }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/user');
  await page.getByRole('button', { name: 'Customer service' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /glasshouse_support/ })
    .click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied to clipboard' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('glasshouse_support');
});
