import { parentPort } from 'node:worker_threads';
import type { Round } from '@glasshouse/protocol/beacon/round';
import { firstWrong } from '@glasshouse/protocol/beacon/rounds';

// One of several threads that verify the signatures of a day.
parentPort!.on('message', ({ publicKey, rounds }: { publicKey: string; rounds: readonly Round[] }) =>
  parentPort!.postMessage(firstWrong(publicKey, rounds)),
);
