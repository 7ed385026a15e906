import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';

const pressTakes = 200;

export type Problems<V> = { [K in keyof V]?: string | undefined };

/**
 * Values of a form and what is wrong with them. A field is judged once it has been left with something in it, all of
 * them when the form is sent; then the first wrong one gets the focus.
 */
export function useForm<V extends Record<string, string | boolean>>(
  initial: V,
  check: (values: V) => Problems<V>,
  send: (values: V) => void,
) {
  const [values, setValues] = useState(initial);
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set());
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempts]);

  const problems = check(values);
  const judge = (...names: string[]) => setJudged((before) => new Set([...before, ...names]));
  return {
    values,
    /** Shows what is wrong with these fields and goes to the first of them. */
    demand(...names: (keyof V & string)[]) {
      judge(...names);
      setAttempts((n) => n + 1);
    },
    field: <K extends keyof V & string>(name: K) => ({
      name,
      value: values[name],
      error: judged.has(name) ? problems[name] : undefined,
      onChange: (value: V[K]) => setValues((before) => ({ ...before, [name]: value })),
    }),
    form: {
      ref: form,
      noValidate: true,
      onBlur: ({ target }: FocusEvent<HTMLFormElement>) => {
        if (!('name' in target && 'value' in target && target.value)) return;
        // An error line moves everything below it; the press that took the focus away must first reach its target.
        setTimeout(judge, pressTakes, String(target.name));
      },
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (Object.values(problems).every((problem) => problem === undefined)) return send(values);
        judge(...Object.keys(values));
        setAttempts((n) => n + 1);
      },
    },
  };
}
