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

// The walk sees every page as it is at first; here are the states that pages of an account's security and of its products come to.
// Nobody looks at a trace of these; what was found is in the message. Some states are those of a lost line.
test.use({ trace: 'off', callsMayFail: true });

// Passkeys belong to a name, never to a bare address.
const named = site.replace('127.0.0.1', 'localhost');
const looks = {
  'en-US': { what: 'axe finds nothing', look: async (page: Page) => expect.soft(await axeFaults(page)).toEqual([]) },
  'ru-RU': { what: 'the layout holds up', look: holdsUp },
} as const;
// Long words in every state and window are for the night: the walk has them on every page.
const looked = Object.entries(looks).filter(([locale]) => locale === 'en-US' || process.env.NIGHTLY === '1');

for (const [part, screens] of Object.entries({
  identityScreens,
  securityScreens,
  factorScreens,
  wealthScreens,
  publicLogScreens,
})) {
  for (const [locale, { what, look }] of looked) {
    test(`${what} in each state of ${part}, in ${locale}`, async ({ open }) => {
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
        // From one link to lock to the next only what is behind the # would change.
        await page.goto('about:blank');
      }
    });
  }
}
