import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** Runs axe in the page. The script is large, so it stays loaded until the app reloads. */
async function run(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (asked) => (window as unknown as { axe: typeof axe }).axe.run(document, asked),
    { ...options, resultTypes: ['violations'] } satisfies RunOptions,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
  );
}

/**
 * Waits until no color is changing. A button that has just been enabled would have too little contrast for a moment.
 */
const colorsSettle = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
    return Promise.allSettled(transitions.map(({ finished }) => finished)).then(() => {});
  });

async function settledContrast(page: Page): Promise<string[]> {
  await colorsSettle(page);
  return run(page, { runOnly: ['color-contrast'] });
}

async function change(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await colorsSettle(page);
}

/** The findings of axe on the page or the open sheet, in the light and the dark theme. */
export async function axeFaults(page: Page): Promise<string[]> {
  await colorsSettle(page);
  const found = await run(page, {});
  // A price that arrives during the check enables buttons, which changes their colors. Only contrast that stays too low
  // is a fault.
  const isContrast = (fault: string) => fault.startsWith('color-contrast');
  const again = found.some(isContrast) ? await settledContrast(page) : [];
  const faults = [...found.filter((fault) => !isContrast(fault)), ...again];
  // Only colors change with the theme.
  await change(page, 'dark');
  const inDark = await run(page, { runOnly: ['color-contrast'] });
  await change(page, 'light');
  return [...faults, ...inDark.map((fault) => `in the dark theme: ${fault}`)];
}
