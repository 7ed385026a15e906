import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { factorScreens } from './factor-screens.ts';
import { identityScreens } from './identity-screens.ts';
import { holdsUp } from './layout.ts';
import { browserOf, openAccount } from './people.ts';
import { publicLogScreens } from './public-log-screens.ts';
import type { Screen } from './screen.ts';
import { securityScreens } from './security-screens.ts';
import { site } from './server.ts';
import { expect, test } from './story.ts';
import { wealthScreens } from './wealth-screens.ts';
import { wordsIn } from './words.ts';

// walk.e2e opens every page in its initial state. These are further states of the security and product pages, in two
// languages. The tests of each feature reach most of them too, so these only run at night. Some of the states are those
// of a lost connection.
test.use({ trace: 'off', callsMayFail: true });

// Passkeys are bound to a domain name and don't work on an IP address.
const named = site.replace('127.0.0.1', 'localhost');
const looks = {
  'en-US': { what: 'axe finds nothing', look: async (page: Page) => expect.soft(await axeFaults(page)).toEqual([]) },
  'ru-RU': { what: 'the layout holds up', look: holdsUp },
} as const;
for (const [part, screens] of Object.entries({
  identityScreens,
  securityScreens,
  factorScreens,
  wealthScreens,
  publicLogScreens,
})) {
  for (const [locale, { what, look }] of Object.entries(looks)) {
    test(`${what} in the states of ${part}, in ${locale}`, { tag: '@nightly' }, async ({ open }) => {
      test.setTimeout(300_000);
      const t = wordsIn(locale as keyof typeof looks);
      const start = async (options: Parameters<typeof open>[0]) => {
        const page = await open({ baseURL: named, ...options });
        await page.addInitScript(
          (language) => location.protocol !== 'about:' && localStorage.setItem('language', language),
          locale,
        );
        return page;
      };
      const at: Record<Screen['who'], Page> = {
        user: await start(browserOf(await openAccount(), named)),
        visitor: await start({}),
      };
      for (const { name, path, who, arrange } of screens) {
        const page = at[who];
        await test.step(name, async () => {
          await page.goto(path);
          await expect(page.locator('h1:visible').first()).toBeVisible();
          await arrange?.(page, t);
          await look(page, name);
        });
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        // A link to lock an account changes only the part after #, which wouldn't load the page.
        await page.goto('about:blank');
      }
    });
  }
}
