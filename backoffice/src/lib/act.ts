import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from './ask.ts';
import { type Answer, type Body, call, Refused, sentenceOf } from './call.ts';
import { showToast } from './toast.ts';

// The second factor is asked for in the middle of an act. Whoever draws the dialog registers here; lib draws nothing.
type Ask = () => Promise<boolean>;
let ask: Ask | undefined;

/** True once the factor has been given again; false when the operator thought better of it. */
const askFactor = (): Promise<boolean> => ask?.() ?? Promise.resolve(false);

export function answerFactorWith(draw: Ask): () => void {
  ask = draw;
  return () => {
    ask = undefined;
  };
}

type Options<E extends Endpoint> = {
  /** What has changed once it is done. */
  changes?: readonly Endpoint[];
  onDone?: (answer: Answer<E>, body: Body<E>) => void;
  /** The form itself shows what went wrong. */
  quiet?: boolean;
};

/** Some acts want the second factor again: it is asked for, and the act goes on where it was. */
async function callFresh<E extends Endpoint>(endpoint: E, body: Body<E>): Promise<Answer<E>> {
  try {
    return await call(endpoint, body);
  } catch (error) {
    if (!(error instanceof Refused && error.reason === 'factor_stale')) throw error;
    if (!(await askFactor())) throw error;
    return call(endpoint, body);
  }
}

/** One act on the server. Every write is in the log, so the log is asked again too. */
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
