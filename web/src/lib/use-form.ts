import type { ErrorName } from '@glasshouse/protocol/errors';
import { useMutation } from '@tanstack/react-query';
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { Refused, sentenceOf } from './call.ts';

const pressTakes = 200;

export type Problems<V> = { [K in keyof V]?: string | undefined };

type Sending<V> = {
  send: (values: V) => Promise<unknown>;
  /** The field that a refusal is about. What is about none of them is said by the form. */
  about?: { [R in ErrorName]?: keyof V & string };
};

const goToFirstWrong = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();

/**
 * Values of a form and what is wrong with them. A field is judged once it has been left with something in it, all of
 * them when the form is sent; then the first wrong one gets the focus. What the server refuses is shown in the same way.
 */
export function useForm<V extends Record<string, string | boolean>>(
  initial: V,
  check: (values: V) => Problems<V>,
  { send, about = {} }: Sending<V>,
) {
  const [values, setValues] = useState(initial);
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set());
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  // What went wrong stands in the form itself.
  const { mutate, reset, isPending, error, variables: sent } = useMutation({ mutationFn: send, meta: { quiet: true } });
  useEffect(() => {
    if (attempts) goToFirstWrong(form.current);
  }, [attempts]);
  useEffect(() => {
    if (error) goToFirstWrong(form.current);
  }, [error]);

  const problems = check(values);
  const blamed = error instanceof Refused && error.reason ? about[error.reason] : undefined;
  // A refusal is about what was sent, not what is typed now.
  const refusal = (name: keyof V) => (blamed === name && sent?.[name] === values[name] ? sentenceOf(error) : undefined);
  const judge = (...names: string[]) => setJudged((before) => new Set([...before, ...names]));
  return {
    values,
    busy: isPending,
    /** Why the form was not accepted, when that is about no field of it. */
    problem: error && !blamed && sent === values ? sentenceOf(error) : undefined,
    /** Back to the beginning, with nothing said about it. */
    clear() {
      setValues(initial);
      setJudged(new Set());
    },
    /** Shows what is wrong with these fields and goes to the first of them. */
    demand(...names: (keyof V & string)[]) {
      judge(...names);
      setAttempts((n) => n + 1);
    },
    /** Takes back what was said about a field; it is judged again when it is left, or sent. */
    forgive(name: keyof V & string) {
      setJudged((before) => new Set([...before].filter((each) => each !== name)));
      if (blamed === name) reset();
    },
    field: <K extends keyof V & string>(name: K) => ({
      name,
      value: values[name],
      error: (judged.has(name) ? problems[name] : undefined) ?? refusal(name),
      onChange: (value: V[K]) => setValues((before) => ({ ...before, [name]: value })),
    }),
    form: {
      ref: form,
      noValidate: true,
      onBlur: ({ target }: FocusEvent<HTMLFormElement>) => {
        if (!('name' in target && 'value' in target && target.value)) return;
        // An error line moves everything below it; the press that took the focus away must first reach its target.
        // Meanwhile the form may have been sent and emptied.
        setTimeout(() => target.value && judge(String(target.name)), pressTakes);
      },
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (Object.values(problems).every((problem) => problem === undefined)) return mutate(values);
        judge(...Object.keys(values));
        setAttempts((n) => n + 1);
      },
    },
  };
}
