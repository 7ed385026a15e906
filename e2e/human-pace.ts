import type { Locator, Page } from '@playwright/test';

const tapTakes = 700;
const keyTakes = 110;

/**
 * Simulates a user with two thumbs: counts taps and measures time. Actions are executed at once, and the time a person
 * would have needed is added, so that the test doesn't wait for it.
 */
export function newHand(page: Page) {
  const began = Date.now();
  let taps = 0;
  let slowly = 0;
  /** Adds the time that a person needs beyond what the machine took for the action. */
  const during = async <T>(milliseconds: number, act: () => Promise<T>): Promise<T> => {
    const start = Date.now();
    const done = await act();
    slowly += Math.max(0, milliseconds - (Date.now() - start));
    return done;
  };
  return {
    during,
    tap: async (target: Locator) => {
      taps++;
      slowly += tapTakes;
      await target.click();
    },
    /** Types into the focused field. */
    type: (text: string) => during(keyTakes * text.length, () => page.keyboard.type(text)),
    enter: () => during(keyTakes, () => page.keyboard.press('Enter')),
    soFar: () => ({ taps, seconds: (Date.now() - began + slowly) / 1000 }),
  };
}
