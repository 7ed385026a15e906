import { expect, test } from './story.ts';

const name = /^Simulated: paper money only/;

test('the Simulated mark opens an explanation and cannot be dismissed', async ({ visitor: page }) => {
  await page.goto('/home');
  const mark = page.getByRole('button', { name });
  await mark.click();
  const sheet = page.getByRole('dialog', { name: 'What “Simulated” means' });
  await expect(sheet.getByText('Paper money', { exact: true })).toBeVisible();
  await expect(sheet.getByText('Simulated', { exact: true })).toBeVisible();
  await sheet.getByRole('button', { name: 'Got it' }).click();
  await expect(sheet).toBeHidden();
  await expect(mark).toBeVisible();
  await page.reload();
  await expect(mark).toBeVisible();
  // It stays visible however far the page is scrolled.
  await page.setViewportSize({ width: 390, height: 400 });
  await page.evaluate(() => window.scrollTo(0, 300));
  await expect(mark).toBeInViewport({ ratio: 1 });
});

test('the other sheets have the mark too', async ({ visitor: page }) => {
  await page.goto('/login');
  for (const opener of ['Terms of Use', 'Privacy Policy', 'Trouble logging in? Ask customer service', 'Language']) {
    await page.getByRole('button', { name: opener }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText('Simulated', { exact: true })).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(sheet).toBeHidden();
  }
});
