import type { Round } from '@glasshouse/protocol/beacon/round';
import { firstWrong } from '@glasshouse/protocol/beacon/rounds';

// A thread of its own: the signatures of five minutes take seconds, and nothing is to freeze meanwhile.
self.onmessage = ({ data }: MessageEvent<{ publicKey: string; rounds: Round[] }>) =>
  self.postMessage(firstWrong(data.publicKey, data.rounds));
