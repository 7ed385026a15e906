import { locales } from '@glasshouse/protocol/locales';
import { isNight } from '../scripts/reports.ts';
import { axeFaults } from './axe.ts';
import { holdsUpAt, type Look, resize, upright } from './layout.ts';
import { browserOf, openAccount } from './people.ts';
import { forUsers, forVisitors } from './routes.ts';
import { expect, go, shown, test } from './story.ts';
import { wordsIn } from './words.ts';

// Every page in every language, window, text size and theme would be thousands of views. CI opens each page once, in a
// language and a few windows that differ from its neighbors'; visitors open only what users can't see. At night
// (`NIGHTLY=1`) users and visitors open every page they have access to, in every language and window.
test.use({ trace: 'off' }); // The failure message says everything.

const tightest: Look[] = [
  [320, 640, 100],
  [390, 844, 200],
];
const windows = [
  [568, 320],
  [390, 844],
  [844, 390],
  [820, 1180],
  [1024, 768],
  [1440, 900],
  [2560, 1440],
  [320, 640],
] as const;
const textSizes = [100, 150, 200];
const themes = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const;

/** The windows for a page: in CI one of the tightest and one other, at night all of them. */
function looksAt(place: number, language: number): Look[] {
  const others = Array.from({ length: isNight ? windows.length : 1 }, (_, step): Look => {
    const [width, height] = windows[(Math.floor(place / locales.length) + step + language) % windows.length]!;
    const text = textSizes[(place + step + language) % textSizes.length]!;
    // Text of 200 % is not required in windows as small as 320 px.
    return [width, height, Math.min(width, height) === 320 ? Math.min(text, 150) : text];
  });
  return [...(isNight ? tightest : [tightest[place % 2]!]), ...others];
}

const forUsersToo = new Set(forUsers.map(({ path }) => path));
const pagesOf = {
  user: forUsers,
  visitor: isNight ? forVisitors : forVisitors.filter(({ path }) => !forUsersToo.has(path)),
};

for (const [language, locale] of locales.entries()) {
  for (const [who, pages] of Object.entries(pagesOf)) {
    const mine = pages
      .map((page, place) => ({ ...page, place }))
      .filter(({ place }) => isNight || place % locales.length === language);
    if (mine.length === 0) continue;
    test(`the pages of a ${who} are accessible and laid out well in ${locale}`, async ({ open }) => {
      if (isNight) test.setTimeout(1_800_000);
      const t = wordsIn(locale);
      const page = await open(who === 'user' ? browserOf(await openAccount()) : {});
      await page.addInitScript((chosen) => localStorage.setItem('language', chosen), locale);
      await page.goto('/home');
      await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      for (const { path, title, place } of mine) {
        await go(page, path);
        await shown(page, t(title));
        await expect.soft(page).toHaveURL(path);
        const mark = page.getByRole('button', { name: t('ui.simulatedMeaning') });
        await expect.soft(mark, path).toBeInViewport({ ratio: 1 });
        await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
        expect.soft(await axeFaults(page), path).toEqual([]);
        for (const [step, look] of looksAt(place, language).entries()) {
          await page.emulateMedia(themes[(place + step) % themes.length]!);
          await holdsUpAt(page, path, look, true);
        }
        await page.emulateMedia(themes[0]);
        await resize(page, upright);
      }
    });
  }
}
