import type { Round } from '@glasshouse/protocol/beacon/round';
import type { Check } from '@glasshouse/protocol/orders/product';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import { checkRounds } from '@glasshouse/protocol/orders/receipt';
import { useEffect, useState } from 'react';

/** The state of the rounds' signatures. `none`: the receipt has no rounds, or their check hasn't started. */
export type Signatures = { state: 'none' | 'busy' | 'unable' } | { state: 'done'; check: Check };

/** Checks the signatures of a receipt's rounds in the background once `enabled`, and again each time `turn` changes. */
export function useRounds(receipt: AnyReceipt | undefined, enabled: boolean, turn: unknown): Signatures {
  const evidence = enabled ? receipt?.drawn : undefined;
  const [found, setFound] = useState<{ drawn: unknown; turn: unknown; signatures: Signatures }>();
  useEffect(() => {
    if (!evidence) return;
    const worker = new Worker(new URL('./rounds-worker.ts', import.meta.url), { type: 'module' });
    const tell = (signatures: Signatures) => setFound({ drawn: evidence, turn, signatures });
    checkRounds({ drawn: evidence }, (...rounds) => ask(worker, ...rounds))
      .then(
        (check) => tell({ state: 'done', check }),
        // The code could not be loaded.
        () => tell({ state: 'unable' }),
      )
      .finally(() => worker.terminate());
    return () => worker.terminate();
  }, [evidence, turn]);
  if (!evidence) return { state: 'none' };
  return found && found.drawn === evidence && found.turn === turn ? found.signatures : { state: 'busy' };
}

const ask = (worker: Worker, publicKey: string, rounds: readonly Round[]) =>
  new Promise<number | undefined>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number | undefined>) => resolve(data);
    worker.onerror = reject;
    worker.postMessage({ publicKey, rounds });
  });
