import { now } from '@glasshouse/kit/clock.ts';

const span = 30_000;

// Every frame says the server's time when it left. The one that travelled fastest is nearest to the truth, so the largest offset of
// the last two spans counts; an older one is forgotten, because the device's own clock may have been set meanwhile.
let before = Number.NEGATIVE_INFINITY;
let current = Number.NEGATIVE_INFINITY;
let since = 0;

/** Takes in what the server said its time was, and when that was heard here. */
export function heardTime(time: number, here = now()): void {
  if (here - since > span || here < since) {
    before = here - since > 2 * span || here < since ? Number.NEGATIVE_INFINITY : current;
    current = Number.NEGATIVE_INFINITY;
    since = here;
  }
  current = Math.max(current, time - here);
}

/** The server's clock, milliseconds since 1970; the device's own until the server has said anything. */
export function serverNow(): number {
  const offset = Math.max(before, current);
  return now() + (Number.isFinite(offset) ? offset : 0);
}
