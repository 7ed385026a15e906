import { Worker } from 'node:worker_threads';
import type { Round } from '@glasshouse/protocol/beacon/round';

export type CheckRequest = { id: number; publicKey: string; rounds: readonly Round[] };
type Answered = { id: number; wrong: number | undefined };
export type Checker = {
  /** The first round that the key did not sign. */
  firstWrong: (publicKey: string, rounds: readonly Round[]) => Promise<number | undefined>;
  close: () => Promise<void>;
};

/**
 * Verifies rounds outside the thread that writes the tape. Open it early, so that it answers without delay. A thread
 * that has exited is replaced.
 */
export function openChecker(): Checker {
  let asked = 0;
  const start = () => {
    const started = new Worker(new URL('./check-thread.ts', import.meta.url));
    const waiting = new Map<number, PromiseWithResolvers<number | undefined>>(); // per thread: when one exits, only its own requests fail
    const ended = (error: Error) => {
      for (const one of waiting.values()) one.reject(error);
      waiting.clear();
      if (thread?.worker === started) thread = undefined;
    };
    started.on('message', ({ id, wrong }: Answered) => {
      waiting.get(id)?.resolve(wrong);
      waiting.delete(id);
    });
    started.on('error', ended);
    started.on('exit', () => ended(new Error('the thread that verifies rounds has ended')));
    started.unref();
    return { worker: started, waiting };
  };
  let thread: ReturnType<typeof start> | undefined = start();
  return {
    firstWrong: (publicKey, rounds) => {
      thread ??= start();
      const id = ++asked;
      const answer = Promise.withResolvers<number | undefined>();
      thread.waiting.set(id, answer);
      thread.worker.postMessage({ id, publicKey, rounds } satisfies CheckRequest);
      return answer.promise;
    },
    close: async () => {
      await thread?.worker.terminate();
    },
  };
}
