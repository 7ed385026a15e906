import { consoleOf } from './office.ts';
import { officeScreens } from './office-screens.ts';
import { buildWorld } from './office-world.ts';
import { expect, test } from './story.ts';
import { wordsIn } from './words.ts';

// Separated by commas; a picture is taken if its name contains one of them.
const wanted = process.env.SHOTS?.split(',').filter(Boolean) ?? [];
const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part));

const looks = [
  { theme: 'light', width: 1280, height: 800, locale: 'en-US' },
  { theme: 'dark', width: 1280, height: 800, locale: 'en-US' },
  { theme: 'light', width: 1440, height: 900, locale: 'en-US' },
  { theme: 'dark', width: 1440, height: 900, locale: 'en-US' },
  { theme: 'light', width: 1280, height: 800, locale: 'ru-RU' },
  { theme: 'dark', width: 1280, height: 800, locale: 'zh-CN' },
] as const;
const fileOf = (name: string, { theme, width, locale }: (typeof looks)[number]) =>
  `office-${name}-${theme}-${width}-${locale}`;

test('pictures of the console, light and dark, at 1280 and 1440 px', async ({ open }) => {
  const chosen = looks.flatMap((look) =>
    officeScreens.map((screen) => ({ look, screen })).filter(({ screen }) => isWanted(fileOf(screen.name, look))),
  );
  test.skip(chosen.length === 0);
  test.setTimeout(600_000);
  const world = await buildWorld();
  for (const { look, screen } of chosen) {
    const { theme, width, height, locale } = look;
    const t = wordsIn(locale, 'office');
    const operator = screen.who === 'nobody' ? undefined : { ...world.staff, ...world }[screen.who];
    const page = await open({
      ...consoleOf(operator),
      viewport: { width, height },
      colorScheme: theme,
      deviceScaleFactor: 1,
    });
    await page.addInitScript((language) => localStorage.setItem('language', language), locale);
    await page.goto(typeof screen.path === 'string' ? screen.path : screen.path(world));
    await expect(page.getByText(t(screen.shows)).first()).toBeVisible();
    await screen.arrange?.(page, t);
    await page.evaluate(() => document.fonts.ready);
    const path = new URL(`../artifacts/shots/${fileOf(screen.name, look)}.png`, import.meta.url).pathname;
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
    await page.context().close();
  }
});
