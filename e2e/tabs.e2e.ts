import { locales } from '@glasshouse/protocol/locales';
import type { Page } from '@playwright/test';
import { expect, heading, test } from './story.ts';

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name, exact: true });
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const expectPlace = (page: Page, y: number) => expect.poll(() => scrolled(page)).toBe(y);
/** Waits for the content, because rows that load later would move the page. */
const settled = async (page: Page) => {
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
};
/** Scrolls down and returns the position reached. The list of coins on the home page may shrink to one row, so don't scroll it further than 60. */
async function scrollTo(page: Page, y: number): Promise<number> {
  await page.evaluate((to) => window.scrollTo(0, to), y);
  const place = await scrolled(page);
  expect(place).toBeGreaterThan(0);
  return place;
}

test('each of the six tabs opens its page and is marked as current', async ({ person: { page } }) => {
  await page.goto('/home');
  for (const [name, path] of [
    ['Market', '/market'],
    ['Contract', '/contract'],
    ['Wealth', '/financial'],
    ['Account', '/user'],
    ['About', '/helps'],
    ['Home', '/home'],
  ] as const) {
    await tab(page, name).click();
    await expect(page).toHaveURL(path);
    await expect(tab(page, name)).toHaveAttribute('aria-current', 'page');
    await expect(tabs(page).locator('[aria-current=page]')).toHaveCount(1);
  }
});

test('a visitor reads About from the tab bar and can ask customer service', async ({ visitor: page }) => {
  await page.goto('/home');
  await tab(page, 'About').click();
  await expect(page).toHaveURL('/helps');
  await expect(heading(page)).toHaveText('About');
  await page.getByRole('button', { name: 'Customer service' }).click();
  await expect(page.getByRole('dialog', { name: 'Customer service' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Terms of Use' }).click();
  await expect(page).toHaveURL('/helps/terms');
  await page.reload();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/helps');
});

test('a tab keeps its state and scroll position while another tab is open', async ({ person: { page } }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/home');
  await page.getByRole('tab', { name: 'Losers' }).click();
  await settled(page);
  const placeOnHome = await scrollTo(page, 60);
  await tab(page, 'About').click();
  await expect(heading(page)).toHaveText('About');
  await expectPlace(page, 0);
  const placeOnAbout = await scrollTo(page, 180);
  await tab(page, 'Home').click();
  await expect(page.getByRole('tab', { name: 'Losers' })).toHaveAttribute('aria-selected', 'true');
  await expectPlace(page, placeOnHome);
  await tab(page, 'About').click();
  await expectPlace(page, placeOnAbout);
});

test('returning to a tab shows the same elements instead of rendering it again', async ({ visitor: page }) => {
  await page.goto('/market');
  await heading(page).evaluate((element) => element.setAttribute('data-kept', 'yes'));
  await tab(page, 'Contract').click();
  await expect(heading(page)).toContainText('BTC/USDT');
  await tab(page, 'Market').click();
  await expect(heading(page)).toHaveAttribute('data-kept', 'yes');
});

test('back and forward restore the scroll position of every page', async ({ person: { page } }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/home');
  await settled(page);
  const placeOnHome = await scrollTo(page, 60);
  await tab(page, 'Account').click();
  await expect(heading(page)).toHaveText('Account');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(heading(page)).toHaveText('Settings');
  await expectPlace(page, 0);
  await page.getByRole('link', { name: 'Display' }).hover();
  const placeInSettings = await scrolled(page);
  expect(placeInSettings).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Display' }).click();
  await expect(heading(page)).toHaveText('Display');
  await expectPlace(page, 0);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(heading(page)).toHaveText('Settings');
  await expectPlace(page, placeInSettings);
  await page.goBack();
  await expect(page).toHaveURL('/user');
  await page.goBack();
  await expect(page).toHaveURL('/home');
  await expectPlace(page, placeOnHome);
  await page.goForward();
  await page.goForward();
  await expect(heading(page)).toHaveText('Settings');
  await expectPlace(page, placeInSettings);
});

test('on a page that was opened directly, the back arrow leads to its parent', async ({ person: { page } }) => {
  await page.goto('/user/display');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(heading(page)).toHaveText('Settings');
  await expect(page).toHaveURL('/user/settings');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/user');
});

test('logging out clears the tabs for the next user', async ({ person: { page, username } }) => {
  await page.goto('/home');
  await page.getByRole('tab', { name: 'Losers' }).click();
  await expect(heading(page)).toHaveText(`Hello, ${username}`);
  await tab(page, 'Account').click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('link', { name: 'Look around first' }).click();
  await expect(heading(page)).toHaveText('Trade on paper. Check everything.');
  await expect(page.getByRole('tab', { name: 'Gainers' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText(username)).toHaveCount(0);
});

test('on the narrowest phone the labels of the six tabs are complete and apart in every language', async ({ open }) => {
  for (const locale of locales) {
    const page = await open({ viewport: { width: 320, height: 640 } });
    await page.addInitScript((language) => localStorage.setItem('language', language), locale);
    await page.goto('/home');
    await expect(heading(page)).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const words = await page.locator('nav:has(> a[href="/helps"]) > a').evaluateAll((links) =>
      links.map((link) => {
        const range = document.createRange();
        range.selectNodeContents([...link.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE) ?? link);
        const { left, right } = range.getBoundingClientRect();
        return { left, right };
      }),
    );
    expect(words).toHaveLength(6);
    const ends = [0, ...words.map(({ right }) => right)];
    for (const [place, { left }] of words.entries()) expect.soft(left - ends[place]!, locale).toBeGreaterThan(3.5);
    for (const [place, { left }] of words.slice(1).entries())
      expect.soft(left - words[place]!.right, `${locale}, after tab ${place}`).toBeGreaterThan(6);
    expect.soft(words[5]!.right, locale).toBeLessThanOrEqual(320);
    await page.close();
  }
});
