import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { assetsKey } from './assets.ts';
import { Refused } from './call.ts';
import { useIsLost, useLineBack } from './use-line-back.ts';

type Act<B, A> = {
  send: (body: B & { id: string }) => Promise<A>;
  /** What makes two taps the same act; the rate of the moment is no part of it. */
  sameness: (body: B) => string;
  onDone: (answer: A, body: B) => void;
};

/**
 * Moves money once per act. The id is made at the tap; when no answer comes, the next tap with the same values carries
 * the same id, so that the server recognises it whether or not the first one arrived.
 */
export function useAct<B extends object, A>({ send, sameness, onDone }: Act<B, A>) {
  const queries = useQueryClient();
  const open = useRef<{ act: string; id: string }>(undefined);
  // The second of two quick taps comes before the first is drawn as under way.
  const running = useRef(false);
  const mutation = useMutation({
    mutationFn: (body: B) => {
      const act = sameness(body);
      if (open.current?.act !== act) open.current = { act, id: crypto.randomUUID() };
      return send({ ...body, id: open.current.id });
    },
    // What went wrong stands in the form itself.
    meta: { quiet: true },
    onSuccess: (answer, body) => {
      open.current = undefined;
      onDone(answer, body);
    },
    onError: (error) => {
      if (wasAnswered(error)) open.current = undefined;
    },
    onSettled: () => {
      running.current = false;
      return queries.invalidateQueries({ queryKey: assetsKey });
    },
  });
  const isLost = useIsLost();
  const start = (body: B) => {
    if (running.current || isLost) return;
    running.current = true;
    mutation.mutate(body);
  };
  const { error, variables } = mutation;
  // Sent again under its own id: what has happened is answered, and what has not happens now.
  useLineBack(error !== null && !wasAnswered(error), () => variables && start(variables));
  return { ...mutation, start, isLost };
}

/** Whether the server has decided about the act; after anything else it may or may not have happened. */
export const wasAnswered = (error: unknown): error is Refused => error instanceof Refused && error.code < 500;
