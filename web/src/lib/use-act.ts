import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from './account.ts';
import { assetsKey } from './assets.ts';
import { Refused } from './call.ts';
import { draftOf, forgetDraft, keepDraft } from './draft.ts';
import { useIsLost, useLineBack } from './use-line-back.ts';

type Act<B, A> = {
  /** What kind of act it is: its id is kept under this name until there is an answer. Nothing of a card is kept, so that one has none. */
  name?: string;
  send: (body: B & { id: string }) => Promise<A>;
  /** What makes two taps the same act; the rate of the moment is no part of it. */
  sameness: (body: B) => string;
  onDone: (answer: A, body: B) => void;
};

const keptActs = (name: string, number: string) =>
  Object.entries(draftOf<Record<string, string>>(`act ${name}`, number)) as [act: string, id: string][];

/**
 * Moves money once per act. The id is made at the tap; when no answer comes, the next tap with the same values carries
 * the same id, so that the server recognises it whether or not the first one arrived, however many tries it takes. The id is kept until
 * there is an answer, for as long as a draft is: a page that was left or loaded again in between makes no second act of it.
 */
export function useAct<B extends object, A>({ name, send, sameness, onDone }: Act<B, A>) {
  const queries = useQueryClient();
  const number = useAccount().user?.number ?? '';
  const [kept] = useState(() => (name ? keptActs(name, number) : []));
  const open = useRef(new Map<string, string>(kept));
  // Those of which a try had no answer: whatever a later try is answered, the first may have happened.
  const unsure = useRef(new Set(kept.map(([act]) => act)));
  const keep = () => {
    if (name && open.current.size > 0) keepDraft(`act ${name}`, number, Object.fromEntries(open.current));
    else if (name) forgetDraft(`act ${name}`);
  };
  // The second of two quick taps comes before the first is drawn as under way.
  const running = useRef(false);
  const mutation = useMutation({
    mutationFn: (body: B) => {
      const act = sameness(body);
      const id = open.current.get(act) ?? crypto.randomUUID();
      open.current.set(act, id);
      keep();
      return send({ ...body, id });
    },
    // What went wrong stands in the form itself.
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
  // Nor may a tap fall between the answer and the page that shows it: it would be an act of its own.
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
  // Sent again under its own id: what has happened is answered, and what has not happens now.
  useLineBack(error !== null && !wasAnswered(error), () => variables && start(variables));
  /** Whether an act may have happened already: trying it again is then the way to find out. */
  const isUnsure = (body: B) => unsure.current.has(sameness(body));
  return { ...mutation, start, isLost, isUnsure };
}

/** Whether the server has decided about the act; after anything else it may or may not have happened. */
export const wasAnswered = (error: unknown): error is Refused => error instanceof Refused && error.code < 500;
