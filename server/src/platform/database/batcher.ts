import { untraced } from '../observability/trace.ts';

/** Sends a batch and returns one answer per item, in order. */
type Send<T, R> = (items: T[]) => Promise<R[]>;
type Options = { lanes: number; maxPerBatch: number; maxWaiting: number };
export type Batcher<T, R> = {
  /** The item's answer, or undefined at once if the queue is full. */
  add: (item: T) => Promise<R> | undefined;
  waiting: () => number;
};

/**
 * Groups single requests into batches without a timer. A lone request is sent at once; requests that arrive while all
 * lanes are busy share the next batch. A failed batch fails all of its items, and their outcome is unknown.
 */
export function createBatcher<T, R>(send: Send<T, R>, { lanes, maxPerBatch, maxWaiting }: Options): Batcher<T, R> {
  type Entry = { item: T; resolve: (answer: R) => void; reject: (error: unknown) => void };
  let queue: Entry[] = [];
  let busy = 0;

  async function lane(): Promise<void> {
    // Items added in the same turn of the event loop share the batch.
    await undefined;
    while (queue.length > 0) {
      const batch = queue.slice(0, maxPerBatch);
      queue = queue.slice(maxPerBatch);
      try {
        const answers = await send(batch.map((entry) => entry.item));
        batch.forEach((entry, place) => {
          entry.resolve(answers[place]!);
        });
      } catch (error) {
        for (const entry of batch) entry.reject(error);
      }
    }
    busy--;
  }

  return {
    waiting: () => queue.length,
    add: (item) => {
      if (queue.length >= maxWaiting) return undefined;
      const answer = new Promise<R>((resolve, reject) => {
        queue.push({ item, resolve, reject });
      });
      if (busy < lanes) {
        busy++;
        void untraced(lane); // outside the trace, because the lane continues for other callers
      }
      return answer;
    },
  };
}
