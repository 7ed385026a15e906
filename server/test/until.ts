import { setTimeout as wait } from 'node:timers/promises';

/** Asks again until the answer is truthy, and returns it. Throws when that takes too long; a busy machine may be slow, so be generous. */
export async function until<T>(ask: () => Promise<T> | T, seconds = 30): Promise<NonNullable<T>> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > end) throw new Error(`did not happen within ${seconds} s: ${ask}`);
    await wait(20);
  }
}
