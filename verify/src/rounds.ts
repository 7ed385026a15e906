import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Round } from '@glasshouse/protocol/beacon/round';

const batch = 256; // rounds verified together
const maxThreads = 8;

/** The first round that the key did not sign. Verifies every signature, on all processors. */
export async function firstWrongRound(publicKey: string, rounds: readonly Round[]): Promise<number | undefined> {
  const batches: (readonly Round[])[] = [];
  for (let i = 0; i < rounds.length; i += batch) batches.push(rounds.slice(i, i + batch));
  const wrong: number[] = [];
  const work = async () => {
    const thread = new Worker(new URL('./check-thread.ts', import.meta.url));
    try {
      for (let some = batches.shift(); some; some = batches.shift()) {
        const answer = await ask(thread, publicKey, some);
        if (answer !== undefined) wrong.push(answer);
      }
    } finally {
      await thread.terminate();
    }
  };
  const threads = Math.min(availableParallelism(), maxThreads, batches.length);
  await Promise.all(Array.from({ length: threads }, work));
  return wrong.length > 0 ? Math.min(...wrong) : undefined;
}

async function ask(thread: Worker, publicKey: string, rounds: readonly Round[]): Promise<number | undefined> {
  thread.postMessage({ publicKey, rounds });
  const [answer] = await once(thread, 'message'); // throws if the thread does
  return answer;
}
