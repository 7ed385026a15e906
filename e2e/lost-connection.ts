import type { Page, WebSocketRoute } from '@playwright/test';
import type { Words } from './screen.ts';
import { expect, isPriceUpdate } from './story.ts';

/**
 * Permanently disconnects pages with this in their address once they show live prices, so that the prices become old.
 */
export const loseConnection = (address: string) => async (page: Page, t: Words) => {
  const open: WebSocketRoute[] = [];
  let [prices, isCut] = [0, false];
  await page.routeWebSocket(/\/live$/, (line) => {
    const isAffected = page.url().includes(address);
    if (isAffected && isCut) return line.close();
    const server = line.connectToServer();
    if (!isAffected) return;
    open.push(line);
    server.onMessage((frame) => {
      if (isPriceUpdate(frame)) prices++;
      line.send(frame);
    });
  });
  await page.reload();
  await expect.poll(() => prices).toBeGreaterThan(2);
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
  isCut = true;
  await Promise.all(open.map((line) => line.close()));
  await expect(page.getByText(t('market.paused'), { exact: true })).toBeVisible();
};
