import { locales } from '@glasshouse/protocol/locales';
import { holdsUpAt, type Look } from './layout.ts';
import { forUsers } from './routes.ts';
import { expect, go, shown, test } from './story.ts';
import { wordsIn } from './words.ts';

// Every page in every size, language, look and text size would be thousands. For every change each page is seen in one language and in
// a few of the others, another few than its neighbours; at night (`NIGHTLY=1`) in all sizes of all languages.
test.use({ trace: 'off' });

const sizes = [
  [320, 640],
  [390, 844],
  [568, 320],
  [844, 390],
  [820, 1180],
  [1024, 768],
  [1440, 900],
  [2560, 1440],
] as const;
const texts = [100, 150, 200];
const themes = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const;
const isNight = process.env.NIGHTLY === '1';
const few = 3;

/** The sizes in which a page is seen. Steps that have no common factor bring each together with every other in the end. */
function looksOf(page: number, language: number): { look: Look; theme: (typeof themes)[number] }[] {
  return Array.from({ length: isNight ? sizes.length : few }, (_, step) => {
    const [width, height] = sizes[(page + step * (isNight ? 1 : 3) + language) % sizes.length]!;
    const text = texts[(page + step + language) % texts.length]!;
    // At 320 px nothing asks for text of twice the size.
    return {
      look: [width, height, width === 320 || height === 320 ? Math.min(text, 150) : text],
      theme: themes[(page + step) % themes.length]!,
    };
  });
}

for (const [language, locale] of locales.entries()) {
  test(`pages hold up in every size and look, in ${locale}`, async ({ person: { page } }) => {
    test.setTimeout(isNight ? 900_000 : 120_000);
    const t = wordsIn(locale);
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), locale);
    await page.goto('/home');
    await expect(page.getByRole('main').getByRole('link', { name: /USDT/ }).first()).toBeVisible({ timeout: 60_000 });
    for (const [place, { path, title }] of forUsers.entries()) {
      if (!isNight && place % locales.length !== language) continue;
      await go(page, path);
      await shown(page, t(title));
      await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
      for (const { look, theme } of looksOf(place, language)) {
        await page.emulateMedia(theme);
        await holdsUpAt(page, path, look, true);
      }
    }
  });
}
