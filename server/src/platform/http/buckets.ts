import type { Limit } from '@glasshouse/protocol/endpoint';
import { seconds } from '../runtime/clock.ts';

/** `burst` turns at once, then one more every `everySeconds`. */
export type Rate = Pick<Limit, 'burst' | 'everySeconds'>;
/**
 * `take` uses one of a caller's turns and returns 0, or the seconds until the next one. `wait` returns the same and
 * uses none.
 */
export type Buckets = {
  take: (who: string, at: Date) => number;
  wait: (who: string, at: Date) => number;
  size: () => number;
};

const looksPerKey = 4;
const everybodyElse = '';

/**
 * Leaky buckets in memory, one per caller: each is stored as the time at which it will be empty again. An empty bucket
 * is the same as none, so each new caller removes a few of them. A bucket in use is never removed, so a flood of new
 * names resets none. Callers beyond the maximum share one bucket; there can't be many, because a name is in use for
 * only `everySeconds` per call.
 */
export function createBuckets({ burst, everySeconds }: Rate, most = 50_000): Buckets {
  const every = seconds(everySeconds);
  const emptyAt = new Map<string, number>();
  let rest = emptyAt.entries();
  const clearSome = (now: number) => {
    for (let i = 0; i < looksPerKey; i++) {
      const next = rest.next();
      if (next.done) {
        rest = emptyAt.entries();
        return;
      }
      const [who, at] = next.value;
      // A bucket that is more than full is from before the clock was set back.
      if (at <= now || at > now + burst * every) emptyAt.delete(who);
    }
  };
  const keyOf = (who: string) => (emptyAt.has(who) || emptyAt.size < most ? who : everybodyElse);
  // Never more than full, whatever the clock does: setting it back costs the wait for one turn, not the length of the
  // step.
  const filledTo = (key: string, now: number) => Math.min(Math.max(emptyAt.get(key) ?? now, now), now + burst * every);
  const waitFrom = (from: number, now: number) => from - now - (burst - 1) * every;
  return {
    size: () => emptyAt.size,
    wait: (who, at) => {
      const now = at.getTime();
      return secondsOf(waitFrom(filledTo(keyOf(who), now), now));
    },
    take: (who, at) => {
      const now = at.getTime();
      if (!emptyAt.has(who)) clearSome(now);
      const key = keyOf(who);
      const from = filledTo(key, now);
      const wait = waitFrom(from, now);
      emptyAt.set(key, wait > 0 ? from : from + every);
      return secondsOf(wait);
    },
  };
}

/** Rounded up to full seconds, so that the wait is always long enough. */
export const secondsOf = (milliseconds: number): number => (milliseconds > 0 ? Math.ceil(milliseconds / 1000) : 0);
