import type { Round } from '@glasshouse/protocol/beacon/round';
import { firstWrong } from '@glasshouse/protocol/beacon/rounds';

// A separate thread: checking the signatures of five minutes takes seconds, during which the page must not freeze.
self.onmessage = ({ data }: MessageEvent<{ publicKey: string; rounds: Round[] }>) =>
  self.postMessage(firstWrong(data.publicKey, data.rounds));
