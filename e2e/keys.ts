import type { Locator, Page } from '@playwright/test';
import { expect } from './story.ts';

/** Whether a focus ring is drawn around the focused element or the box that contains it. */
const ringIsDrawn = (page: Page) =>
  page.evaluate(() => {
    const hasRing = (element: Element | null | undefined) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || /\b2px inset/.test(boxShadow);
    };
    const { activeElement } = document;
    return activeElement !== document.body && (hasRing(activeElement) || hasRing(activeElement?.parentElement));
  });

/** Presses Tab until the target has the focus. Every stop on the way must be visible. */
export async function tabTo(page: Page, target: Locator, limit = 25): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < limit; stops++) {
    await page.keyboard.press('Tab');
    expect(await ringIsDrawn(page), await page.evaluate(() => document.activeElement?.outerHTML ?? '')).toBe(true);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`the focus never reached ${target}`);
}

/** Collects everything that live regions of this page announce, in order. */
export async function heard(page: Page): Promise<() => Promise<string[]>> {
  const announced: string[] = [];
  await page.exposeFunction('say', (text: string) => announced.push(text));
  await page.evaluate(() => {
    const live = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
    const last = new Map<Element, string>();
    for (const region of document.querySelectorAll(live)) last.set(region, region.textContent ?? '');
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const inside = target instanceof Element ? target : target.parentElement;
        const regions = [inside?.closest(live), ...(inside?.querySelectorAll(live) ?? [])].filter((each) => !!each);
        for (const region of new Set(regions)) {
          const text = region.textContent ?? '';
          if (text !== (last.get(region) ?? '') && text.trim())
            (window as unknown as { say: (text: string) => void }).say(text);
          last.set(region, text);
        }
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return async () => [...announced];
}
