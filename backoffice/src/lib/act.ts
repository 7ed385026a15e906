import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from './ask.ts';
import { type Answer, type Body, call, Refused, sentenceOf } from './call.ts';
import { showToast } from './toast.ts';

// An act may ask for the second factor. The dialog registers itself here, because `lib` draws nothing.
type Ask = () => Promise<boolean>;
let ask: Ask | undefined;

/** True once the factor has been given again; false if the operator canceled. */
const askFactor = (): Promise<boolean> => ask?.() ?? Promise.resolve(false);

export function answerFactorWith(draw: Ask): () => void {
  ask = draw;
  return () => {
    ask = undefined;
  };
}

type Options<E extends Endpoint> = {
  /** Endpoints whose answers this act changes. */
  changes?: readonly Endpoint[];
  onDone?: (answer: Answer<E>, body: Body<E>) => void;
  /** Shows no toast on failure, because the form shows it. */
  quiet?: boolean;
};

/** Calls an endpoint. If it wants a fresh second factor, asks for the factor and calls again. */
async function callFresh<E extends Endpoint>(endpoint: E, body: Body<E>): Promise<Answer<E>> {
  try {
    return await call(endpoint, body);
  } catch (error) {
    if (!(error instanceof Refused && error.reason === 'factor_stale')) throw error;
    if (!(await askFactor())) throw error;
    return call(endpoint, body);
  }
}

/** One act on the server. On success, refreshes the endpoints that it changes. */
export function useAct<E extends Endpoint>(endpoint: E, { changes = [], onDone, quiet = false }: Options<E> = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<E>) => callFresh(endpoint, body),
    onSuccess: async (answer, body) => {
      onDone?.(answer, body);
      await askAgain(client, changes);
    },
    onError: (error) => {
      if (!quiet) showToast('error', sentenceOf(error));
    },
  });
}
