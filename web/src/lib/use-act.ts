import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from './account.ts';
import { assetsKey } from './assets.ts';
import { Refused } from './call.ts';
import { draftOf, forgetDraft, keepDraft } from './draft.ts';
import { useIsLost, useReconnected } from './use-reconnected.ts';

type Act<B, A> = {
  /**
   * The kind of action: its id is stored under this name until the server answers. Actions with card data are never
   * stored, so they have no name.
   */
  name?: string;
  send: (body: B & { id: string }) => Promise<A>;
  /** Two submits with the same value are one action. Leave out the current rate. */
  sameness: (body: B) => string;
  onDone: (answer: A, body: B) => void;
};

const storedActs = (name: string, number: string) =>
  Object.entries(draftOf<Record<string, string>>(`act ${name}`, number)) as [act: string, id: string][];

/**
 * Moves money once per action. The id is made at the first submit. If no answer arrives, the next submit with the same
 * values sends the same id, so the server recognizes a repeat however many tries it takes. The id is kept until there
 * is an answer, as long as a draft is, so leaving or reloading the page doesn't cause a second action.
 */
export function useAct<B extends object, A>({ name, send, sameness, onDone }: Act<B, A>) {
  const queries = useQueryClient();
  const number = useAccount().user?.number ?? '';
  const [stored] = useState(() => (name ? storedActs(name, number) : []));
  const open = useRef(new Map<string, string>(stored));
  // Actions of which a try got no answer: that try may have succeeded, whatever a later one is answered.
  const unsure = useRef(new Set(stored.map(([act]) => act)));
  const keep = () => {
    if (name && open.current.size > 0) keepDraft(`act ${name}`, number, Object.fromEntries(open.current));
    else if (name) forgetDraft(`act ${name}`);
  };
  // The second of two quick taps arrives before the first is rendered as pending.
  const running = useRef(false);
  const mutation = useMutation({
    mutationFn: (body: B) => {
      const act = sameness(body);
      const id = open.current.get(act) ?? crypto.randomUUID();
      open.current.set(act, id);
      keep();
      return send({ ...body, id });
    },
    // The form itself shows the error.
    meta: { quiet: true },
    onSuccess: (answer, body) => {
      const act = sameness(body);
      unsure.current.delete(act);
      open.current.delete(act);
      keep();
      onDone(answer, body);
    },
    onError: (error, body) => {
      const act = sameness(body);
      if (!wasAnswered(error)) unsure.current.add(act);
      else if (!unsure.current.has(act)) open.current.delete(act);
      keep();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: assetsKey }),
  });
  const { isPending, submittedAt } = mutation;
  // A tap between the answer and the page that shows it must not count either: it would be a second action.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each act ends once
  useEffect(() => {
    if (!isPending) running.current = false;
  }, [isPending, submittedAt]);
  const isLost = useIsLost();
  const start = (body: B) => {
    if (running.current || isLost) return;
    running.current = true;
    mutation.mutate(body);
  };
  const { error, variables } = mutation;
  // Sends the same id again: an action that has already happened is answered, otherwise it happens now.
  useReconnected(error !== null && !wasAnswered(error), () => variables && start(variables));
  /** Whether an action may already have happened. Sending it again finds out. */
  const isUnsure = (body: B) => unsure.current.has(sameness(body));
  return { ...mutation, start, isLost, isUnsure };
}

/** Whether the server has decided about the action. After any other error it may or may not have happened. */
export const wasAnswered = (error: unknown): error is Refused => error instanceof Refused && error.code < 500;
