import type { ErrorName } from '@glasshouse/protocol/errors';
import { useMutation } from '@tanstack/react-query';
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { Refused, sentenceOf } from './call.ts';

const pressTakes = 200;

export type Problems<V> = { [K in keyof V]?: string | undefined };

type Sending<V> = {
  send: (values: V) => Promise<unknown>;
  /** The field each refusal is about. The form shows all other refusals. */
  about?: { [R in ErrorName]?: keyof V & string };
};

const goToFirstWrong = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();

/**
 * Form values and their errors. A field is validated once it has been left with content; submitting validates all of
 * them and focuses the first invalid one. Refusals by the server are shown in the same way.
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
  // The form itself shows the error.
  const { mutate, reset, isPending, error, variables: sent } = useMutation({ mutationFn: send, meta: { quiet: true } });
  useEffect(() => {
    if (attempts) goToFirstWrong(form.current);
  }, [attempts]);
  useEffect(() => {
    if (error) goToFirstWrong(form.current);
  }, [error]);

  const problems = check(values);
  const blamed = error instanceof Refused && error.reason ? about[error.reason] : undefined;
  // A refusal is about the submitted value, not about the current one.
  const refusal = (name: keyof V) => (blamed === name && sent?.[name] === values[name] ? sentenceOf(error) : undefined);
  const judge = (...names: string[]) => setJudged((before) => new Set([...before, ...names]));
  return {
    values,
    busy: isPending,
    /** Why the form was refused, if the reason isn't about one field. */
    problem: error && !blamed && sent === values ? sentenceOf(error) : undefined,
    /** Resets the form without errors. */
    clear() {
      setValues(initial);
      setJudged(new Set());
    },
    /** Shows the errors of these fields and focuses the first of them. */
    demand(...names: (keyof V & string)[]) {
      judge(...names);
      setAttempts((n) => n + 1);
    },
    /** Removes a field's error. The field is validated again when it is left or the form is submitted. */
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
        // An error line moves everything below it, and the press that took the focus must reach its target first. The
        // form may have been sent and emptied by then.
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
