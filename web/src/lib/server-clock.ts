import { now } from '@glasshouse/kit/clock.ts';

const span = 30_000;

// Every frame carries the server's time of sending. The fastest frame is closest to the truth, so the largest offset of
// the last two periods counts. Older offsets are dropped, because the device's clock may have been set since.
let before = Number.NEGATIVE_INFINITY;
let current = Number.NEGATIVE_INFINITY;
let since = 0;

/** Records a server time and when it was received here. */
export function noteServerTime(time: number, here = now()): void {
  if (here - since > span || here < since) {
    before = here - since > 2 * span || here < since ? Number.NEGATIVE_INFINITY : current;
    current = Number.NEGATIVE_INFINITY;
    since = here;
  }
  current = Math.max(current, time - here);
}

/** The server's clock in milliseconds since 1970; the device's clock until the first frame. */
export function serverNow(): number {
  const offset = Math.max(before, current);
  return now() + (Number.isFinite(offset) ? offset : 0);
}
