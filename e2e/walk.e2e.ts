import type { Locale } from '@glasshouse/protocol/locales';
import { axeFaults } from './axe.ts';
import { holdsUp } from './layout.ts';
import { forUsers, forVisitors } from './routes.ts';
import { expect, go, shown, test } from './story.ts';
import { wordsIn } from './words.ts';

// Every page is visited once in each of these ways, and everything that must hold on all pages is looked at on the way.
// Nobody looks at a trace of these; what was found is in the message.
test.use({ trace: 'off' });

// `long` ones are for the night: `NIGHTLY=1`.
type Walk = { locale: Locale; axe: boolean; long?: boolean };
const walks: Walk[] = [
  { locale: 'en-US', axe: true },
  { locale: 'ru-RU', axe: false },
  { locale: 'zh-CN', axe: true, long: true },
  { locale: 'vi-VN', axe: false, long: true },
];

/** So many at a time, so that a long walk is shared among those who walk. */
const together = 12;
const inParts = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / together) }, (_, i) => list.slice(i * together, (i + 1) * together));

for (const walk of walks.filter(({ long }) => !long || process.env.NIGHTLY === '1')) {
  for (const who of ['user', 'visitor'] as const) {
    for (const [part, addresses] of inParts(who === 'user' ? forUsers : forVisitors).entries()) {
      test(`every page a ${who} sees holds up, in ${walk.locale}, part ${part + 1}`, async ({ person, visitor }) => {
        test.setTimeout(180_000);
        const t = wordsIn(walk.locale);
        const page = who === 'user' ? person.page : visitor;
        await page.emulateMedia({ reducedMotion: 'no-preference' });
        await page.addInitScript((language) => localStorage.setItem('language', language), walk.locale);
        await page.goto('/home');
        await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible({ timeout: 60_000 });
        await expect(page.locator('html')).toHaveAttribute('lang', walk.locale);
        for (const { path, title } of addresses) {
          await go(page, path);
          await shown(page, t(title));
          await expect.soft(page).toHaveURL(path);
          await expect
            .soft(page.getByRole('button', { name: t('ui.simulatedMeaning') }), path)
            .toBeInViewport({ ratio: 1 });
          if (walk.axe) expect.soft(await axeFaults(page), path).toEqual([]);
          // Short words hold up wherever long ones do.
          if (!walk.axe || process.env.NIGHTLY === '1') await holdsUp(page, path);
        }
      });
    }
  }
}
