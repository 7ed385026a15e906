import type { Limit } from '@glasshouse/protocol/endpoint';
import { seconds } from '../runtime/clock.ts';

/** `burst` at once, then one more every `everySeconds`. */
export type Rate = Pick<Limit, 'burst' | 'everySeconds'>;
/** `take` takes one of a caller's turns. It returns 0, or the seconds until there is one; `wait` returns the same and takes none. */
export type Buckets = {
  take: (who: string, at: Date) => number;
  wait: (who: string, at: Date) => number;
  size: () => number;
};

const looksPerKey = 4;
const everybodyElse = '';

/**
 * Leaky buckets in memory, one per caller: each is the time at which it will be empty again. An empty bucket is the same as none, so each
 * new caller clears a few of them away. One in use is never forgotten: a flood of new names resets nobody's. Callers who come while all
 * are in use share one bucket; there cannot be many of them, since a name is in use for only `everySeconds` per call.
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
      // A bucket that is more than full dates from before the clock was set back.
      if (at <= now || at > now + burst * every) emptyAt.delete(who);
    }
  };
  const keyOf = (who: string) => (emptyAt.has(who) || emptyAt.size < most ? who : everybodyElse);
  // Never more than full, whatever the clock did: setting it back costs one turn's wait, not the length of the step.
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

/** Rounded up to whole seconds, so that waiting them is always long enough. */
export const secondsOf = (milliseconds: number): number => (milliseconds > 0 ? Math.ceil(milliseconds / 1000) : 0);
