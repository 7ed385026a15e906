import type { Page } from '@playwright/test';
import { layoutFaults, setTextSize } from './layout.ts';
import { browserOf, openAccount } from './people.ts';
import type { Screen } from './screen.ts';
import { screens } from './screens.ts';
import { arrange, site } from './server.ts';
import { expect, forgetDrafts, go, test } from './story.ts';
import { wordsIn } from './words.ts';

test.use({ callsMayFail: true });

// Passkeys belong to a name, never to a bare address.
const named = site.replace('127.0.0.1', 'localhost');

// Told apart by commas; a picture is taken when its name contains one of them.
const wanted = process.env.SHOTS?.split(',').filter(Boolean) ?? [];
const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part));
const frozen: Screen = { name: 'state-frozen', path: '/home', title: 'app.frozen.title', who: 'user' };

const phone = { width: 390, height: 844, text: 100, themes: ['light', 'dark'] } as const;
/** A window and a text size by the name that its pictures carry. What differs by layout alone is shown in one theme. */
const shapes = {
  '390': phone,
  '320': { ...phone, width: 320, height: 640 },
  text150: { ...phone, text: 150, themes: ['light'] },
  text200: { ...phone, text: 200, themes: ['light'] },
  side: { ...phone, width: 844, height: 390, themes: ['light'] },
  '820': { ...phone, width: 820, height: 1180 },
  '1440': { ...phone, width: 1440, height: 900 },
} as const;
/** Tablets and desks are pictured with these screens, and with all when asked for by name. */
const roomy = ['home', 'home-traded', 'market', 'contract-positions', 'financial', 'receipt-matches'];
const isShown = (shape: string, name: string) =>
  !['820', '1440'].includes(shape) || roomy.includes(name) || wanted.some((part) => part.includes(shape));

const looks = Object.entries(shapes).flatMap(([shape, { themes, ...size }]) =>
  themes.flatMap((theme) =>
    (['en-US', 'zh-CN', 'ru-RU'] as const).map((locale) => ({ shape, theme, locale, ...size })),
  ),
);

/** At 390 px what a phone shows, as in the designs; otherwise, and in the gallery, all there is to scroll to. */
async function photograph(page: Page, file: string, whole: boolean): Promise<void> {
  await expect(page.locator('h1:visible').first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const window = page.viewportSize()!;
  // A taller window, not a longer picture: bars that are fixed to the bottom edge belong at the bottom.
  if (whole) {
    const height = await page.evaluate(() => document.scrollingElement!.scrollHeight);
    await page.setViewportSize({ width: window.width, height: Math.max(height, window.height) });
  }
  const path = new URL(`../artifacts/shots/${file}.png`, import.meta.url).pathname;
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  await page.setViewportSize(window);
}

for (const [number, { shape, theme, locale, width, height, text }] of looks.entries()) {
  const fileOf = ({ name }: Screen) => `${name}-${theme}-${shape}-${locale}`;
  const t = wordsIn(locale);

  for (const who of ['visitor', 'user'] as const) {
    const chosen = screens.filter(
      (screen) => screen.who === who && isShown(shape, screen.name) && isWanted(fileOf(screen)),
    );
    const withFrozen = who === 'user' && isShown(shape, frozen.name) && isWanted(fileOf(frozen));
    if (chosen.length === 0 && !withFrozen) continue;

    test(`what a ${who} sees, ${theme}, ${shape}, ${locale}`, async ({ open }) => {
      const account = who === 'user' ? await openAccount(`mira.${number + 1}`) : undefined;
      const page = await open({
        viewport: { width, height },
        deviceScaleFactor: shape === '390' ? 2 : 1,
        colorScheme: theme,
        baseURL: named,
        ...(account && browserOf(account, named)),
      });
      await page.addInitScript((language) => localStorage.setItem('language', language), locale);
      // With a made-up pixel ratio this browser measures canvases wrongly; without the measure, charts ask for the ratio.
      await page.addInitScript(() =>
        Reflect.deleteProperty(ResizeObserverEntry.prototype, 'devicePixelContentBoxSize'),
      );
      await page.goto('/home');
      // A new tape writes a day of history before its first live tick; no picture is of the wait.
      const prices = page.getByRole('main').getByRole('link', { name: /USDT/ }).first();
      await expect(prices.or(page.getByText(t('ui.quotes.none.gainers')))).toBeVisible();
      for (const screen of chosen) {
        await go(page, screen.path);
        await expect(page).toHaveTitle(`${t(screen.title)} - Glasshouse`);
        // What is on its way is arranged where it is wanted; no other picture is of it.
        if (screen.name !== 'gallery') await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
        await screen.arrange?.(page, t);
        await setTextSize(page, text);
        const isLong = ['320', 'text150', 'text200'].includes(shape) && !screen.arrange;
        const isWhole = screen.name === 'gallery' || screen.whole === true || isLong;
        await photograph(page, fileOf(screen), isWhole);
        // The walk is what fails on these; here they say which pictures to look at.
        for (const fault of await layoutFaults(page)) console.log(`${fileOf(screen)}: ${fault}`);
        await setTextSize(page, 100);
        if (screen.arrange) await startAfresh(page);
      }
      if (account && withFrozen) {
        await arrange(`update person set status = 'abnormal' where id = '${account.info.id}'`);
        await page.goto(frozen.path);
        await expect(page).toHaveTitle(new RegExp(`^${t(frozen.title)}`));
        await photograph(page, fileOf(frozen), false);
      }
    });
  }
}

/** What was arranged for one picture must not be on the next. */
async function startAfresh(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await forgetDrafts(page);
  await page.evaluate(() => localStorage.removeItem('public log'));
  await page.goto('/home');
}
