import type { Page } from '@playwright/test';
import { layoutFaults, setTextSize } from './layout.ts';
import { browserOf, openAccount } from './people.ts';
import type { Screen } from './screen.ts';
import { screens } from './screens.ts';
import { arrange, site } from './server.ts';
import { expect, forgetDrafts, go, test } from './story.ts';
import { wordsIn } from './words.ts';

test.use({ callsMayFail: true });

// Passkeys are bound to a domain name and don't work on an IP address.
const named = site.replace('127.0.0.1', 'localhost');

// Separated by commas; a picture is taken if its name contains one of them.
const wanted = process.env.SHOTS?.split(',').filter(Boolean) ?? [];
const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part));
const frozen: Screen = { name: 'state-frozen', path: '/home', title: 'app.frozen.title', who: 'user' };

const phone = { width: 390, height: 844, text: 100, themes: ['light', 'dark'] } as const;
/**
 * Windows and text sizes, by the name used in the file names of their pictures. Those that differ only in layout are
 * taken in one theme.
 */
const shapes = {
  '390': phone,
  '320': { ...phone, width: 320, height: 640 },
  text150: { ...phone, text: 150, themes: ['light'] },
  text200: { ...phone, text: 200, themes: ['light'] },
  side: { ...phone, width: 844, height: 390, themes: ['light'] },
  '820': { ...phone, width: 820, height: 1180 },
  '1440': { ...phone, width: 1440, height: 900 },
} as const;
/** Tablets and desktops are pictured with these screens, and with others if they are named explicitly. */
const roomy = ['home', 'home-traded', 'market', 'contract-positions', 'financial', 'receipt-matches'];
const isShown = (shape: string, name: string) =>
  !['820', '1440'].includes(shape) || roomy.includes(name) || wanted.some((part) => part.includes(shape));

const looks = Object.entries(shapes).flatMap(([shape, { themes, ...size }]) =>
  themes.flatMap((theme) =>
    (['en-US', 'zh-CN', 'ru-RU'] as const).map((locale) => ({ shape, theme, locale, ...size })),
  ),
);

/** At 390 px, what fits on a phone, as in the designs; otherwise, and in the gallery, the full page. */
async function photograph(page: Page, file: string, whole: boolean): Promise<void> {
  await expect(page.locator('h1:visible').first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const window = page.viewportSize()!;
  // Enlarges the window instead of taking a longer picture, so that bars fixed to the bottom edge stay there.
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

    test(`the screens of a ${who}, ${theme}, ${shape}, ${locale}`, async ({ open }) => {
      const account = who === 'user' ? await openAccount(`mira.${number + 1}`) : undefined;
      const page = await open({
        viewport: { width, height },
        deviceScaleFactor: shape === '390' ? 2 : 1,
        colorScheme: theme,
        baseURL: named,
        ...(account && browserOf(account, named)),
      });
      await page.addInitScript((language) => localStorage.setItem('language', language), locale);
      // With an emulated pixel ratio this browser measures canvases wrongly; without that measurement, charts read the
      // ratio.
      await page.addInitScript(() =>
        Reflect.deleteProperty(ResizeObserverEntry.prototype, 'devicePixelContentBoxSize'),
      );
      await page.goto('/home');
      // A new tape writes a day of history before its first live tick, and no picture should show that wait.
      const prices = page.getByRole('main').getByRole('link', { name: /USDT/ }).first();
      await expect(prices.or(page.getByText(t('ui.quotes.none.gainers')))).toBeVisible();
      for (const screen of chosen) {
        await go(page, screen.path);
        await expect(page).toHaveTitle(`${t(screen.title)} - Glasshouse`);
        // Loading states have their own pictures; no other picture may show them.
        if (screen.name !== 'gallery') await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
        await screen.arrange?.(page, t);
        await setTextSize(page, text);
        const isLong = ['320', 'text150', 'text200'].includes(shape) && !screen.arrange;
        const isWhole = screen.name === 'gallery' || screen.whole === true || isLong;
        await photograph(page, fileOf(screen), isWhole);
        // walk.e2e fails on these; here they only tell which pictures to look at.
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

/** Undoes what was arranged for the previous picture. */
async function startAfresh(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await forgetDrafts(page);
  await page.evaluate(() => localStorage.removeItem('public log'));
  await page.goto('/home');
}
