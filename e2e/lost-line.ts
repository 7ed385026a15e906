import type { Page } from '@playwright/test';
import type { Words } from './screen.ts';
import { expect } from './story.ts';

/** Only a page with this in its address loses its line, a moment after it has shown a price: what it shows is old from then on. */
export const losesItsLine = (address: string) => async (page: Page, t: Words) => {
  let opened = 0;
  await page.routeWebSocket(/\/live$/, (line) => {
    const cut = page.url().includes(address);
    if (cut && opened++ > 0) return line.close();
    line.connectToServer();
    if (cut) setTimeout(() => line.close(), 3000);
  });
  await page.reload();
  await expect(page.getByText(t('market.paused'), { exact: true })).toBeVisible({ timeout: 15_000 });
};
