import type { Page } from '@playwright/test';
import { expect, test } from './story.ts';

/** The names of the style sheets in order of precedence, without the hashes of the build. */
const sheetsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.styleSheets].map(({ href }) => href?.match(/\/static\/([A-Za-z]+)-/)?.[1] ?? '').filter(Boolean),
  );

test('a page’s styles override those of the shell, however late its sheet loads', async ({ person: { page } }) => {
  for (const path of ['/home', '/assets/exchange', '/user/security']) {
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    await page
      .getByRole('link', { name: 'Market' })
      .or(page.getByRole('button', { name: 'Back' }))
      .first()
      .click();
    await expect.poll(async () => (await sheetsOf(page)).length).toBeGreaterThan(3);
    const order = (await sheetsOf(page)).filter((name) => !/^(rules|trade|facts)$/.test(name));
    expect([order[0], order[1]].toSorted(), path).toEqual(['index', 'shell']);
  }
});

test.describe('with an interrupted connection', () => {
  test.use({ callsMayFail: true });
  test('a style sheet that failed to load is requested again', async ({ visitor: page }) => {
    let broken = 0;
    await page.route(/static\/HomeScreen-.*\.css/, (route) => (broken++ === 0 ? route.abort() : route.continue()));
    await page.goto('/home');
    const isStyled = () =>
      page.evaluate(() =>
        [...document.styleSheets].some(({ href, cssRules }) => href?.includes('/HomeScreen-') && cssRules.length > 0),
      );
    await expect.poll(() => broken).toBeGreaterThan(1);
    await expect.poll(isStyled).toBe(true);
    await expect(page.getByRole('main')).toBeVisible();
  });
});
