import { parentPort } from 'node:worker_threads';
import { firstWrong, openRoundSigner } from '@glasshouse/protocol/beacon/rounds';
import type { CheckRequest } from './checking.ts';

// A separate thread, because verifying a signature takes longer than a slot may be late. The first verification takes a
// second or more, so the thread does one before it is needed.
const { publicKey: anyKey, sign } = openRoundSigner(new Uint8Array(32));
firstWrong(anyKey, [{ round: 1, signature: sign(1) }]);

parentPort!.on('message', ({ id, publicKey, rounds }: CheckRequest) => {
  parentPort!.postMessage({ id, wrong: firstWrong(publicKey, rounds) });
});
