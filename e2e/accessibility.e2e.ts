import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { open, pages } from './routes.ts';
import { expect, go, shown, test } from './story.ts';
import { wordsIn } from './words.ts';

// Nobody looks at a trace of these; what axe found is in the message.
test.use({ trace: 'off' });

const everywhere = [...pages, { path: '/no/such/page', title: 'titles.notFound' }];
const forUsers = everywhere.filter(({ path }) => path !== '/login');
const forVisitors = everywhere.filter(({ path }) => open.includes(path));

type Axe = { run: (within: Document, options: object) => Promise<{ violations: Violation[] }> };
type Violation = { id: string; nodes: { target: unknown; failureSummary?: string }[] };

/** Axe is a large script: it is brought into the page once, and stays there until the app is loaded again. */
async function faultsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await new AxeBuilder({ page }).setLegacyMode().analyze();
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: Axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
  );
}

/** How wide the page is beyond a window of 320 px, with text of this size. */
async function tooWide(page: Page, text: string): Promise<number> {
  await page.setViewportSize({ width: 320, height: 640 });
  return page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
    return Math.max(0, document.scrollingElement!.scrollWidth - 320);
  }, text);
}

for (const theme of ['light', 'dark'] as const) {
  for (const [who, list] of [
    ['a user', forUsers],
    ['a visitor', forVisitors],
  ] as const) {
    test(`axe finds nothing on any page for ${who} in the ${theme} theme, and none is too wide`, async ({
      person,
      visitor,
    }) => {
      test.setTimeout(120_000);
      const t = wordsIn('en-US');
      const page = who === 'a user' ? person.page : visitor;
      await page.emulateMedia({ colorScheme: theme });
      await page.goto('/home');
      for (const { path, title } of list) {
        await page.setViewportSize({ width: 390, height: 844 });
        await go(page, path);
        await shown(page, t(title));
        expect.soft(await faultsOf(page), `${path} in the ${theme} theme`).toEqual([]);
        expect.soft(await tooWide(page, '100%'), `${path} at 320 px`).toBe(0);
        expect.soft(await tooWide(page, '125%'), `${path} at 320 px with larger text`).toBe(0);
        await tooWide(page, '');
      }
    });
  }
}

test('Russian, the longest language, fits 320 px on every page', async ({ person, visitor }) => {
  test.setTimeout(90_000);
  const t = wordsIn('ru-RU');
  for (const [page, list] of [
    [person.page, forUsers],
    [visitor, forVisitors],
  ] as const) {
    await page.addInitScript(() => localStorage.setItem('language', 'ru-RU'));
    await page.goto('/home');
    for (const { path, title } of list) {
      await go(page, path);
      await shown(page, t(title));
      expect.soft(await tooWide(page, '100%'), `${path} at 320 px`).toBe(0);
      expect.soft(await tooWide(page, '125%'), `${path} at 320 px with larger text`).toBe(0);
      await tooWide(page, '');
    }
  }
});

test('axe finds nothing in the sheets and the dialog', async ({ person, visitor }) => {
  test.setTimeout(60_000);
  for (const theme of ['light', 'dark'] as const) {
    await visitor.emulateMedia({ colorScheme: theme });
    await visitor.goto('/login');
    for (const opener of [/^Simulated/, 'Terms of Use', 'Trouble logging in? Ask customer service', 'Language']) {
      await visitor.getByRole('button', { name: opener }).click();
      const sheet = visitor.getByRole('dialog');
      await expect(sheet.getByRole('button', { name: 'Close' })).toBeVisible();
      expect.soft(await faultsOf(visitor), `the sheet of ${opener} in the ${theme} theme`).toEqual([]);
      await visitor.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
    }
    await person.page.emulateMedia({ colorScheme: theme });
    await person.page.goto('/user');
    await person.page.getByRole('button', { name: 'Log out' }).click();
    await expect(person.page.getByRole('alertdialog')).toBeVisible();
    expect.soft(await faultsOf(person.page), `the dialog in the ${theme} theme`).toEqual([]);
  }
});
