import type { Locator, Page } from '@playwright/test';

const tapTakes = 700;
const keyTakes = 110;

/**
 * Somebody with two thumbs: how many taps they made, and how long it all took. What they do is done at once here, and the time they would
 * have needed is added, so that nobody waits for it.
 */
export function newHand(page: Page) {
  const began = Date.now();
  let taps = 0;
  let slowly = 0;
  /** What takes a person longer than the machine; the machine's own part of it is not counted twice. */
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
    /** Into the field that has the focus. */
    type: (text: string) => during(keyTakes * text.length, () => page.keyboard.type(text)),
    enter: () => during(keyTakes, () => page.keyboard.press('Enter')),
    soFar: () => ({ taps, seconds: (Date.now() - began + slowly) / 1000 }),
  };
}
