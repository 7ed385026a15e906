import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { showSession } from '@glasshouse/protocol/operators/session';
import { useAct } from '../lib/act.ts';
import type { Answer } from '../lib/call.ts';
import { sentenceOf } from '../lib/call.ts';

/** One step of logging in: the session is looked at again afterwards, and the form shows what was wrong. */
export function useStep<E extends Endpoint>(endpoint: E, onDone?: (answer: Answer<E>) => void) {
  const act = useAct(endpoint, {
    quiet: true,
    ...(onDone ? { onDone } : { changes: [showSession] }),
  });
  const { mutate: send, isPending: busy, error, variables: sent } = act;
  return { send, busy, error, sent, problem: error ? sentenceOf(error) : undefined };
}
