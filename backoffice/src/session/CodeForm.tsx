import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { showSession } from '@glasshouse/protocol/operators/session';
import { type ReactNode, useState } from 'react';
import { useAct } from '../lib/act.ts';
import { type Answer, sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Note } from '../ui/Note.tsx';
import styles from './Session.module.css';

/** One step of logging in. Refreshes the session afterwards, and the form shows what was wrong. */
export function useStep<E extends Endpoint>(endpoint: E, onDone?: (answer: Answer<E>) => void) {
  const act = useAct(endpoint, {
    quiet: true,
    ...(onDone ? { onDone } : { changes: [showSession] }),
  });
  const { mutate: send, isPending: busy, error, variables: sent } = act;
  return { send, busy, error, sent, problem: error ? sentenceOf(error) : undefined };
}

type CodeFormProps = {
  step: { send: (input: { code: string }) => void; busy: boolean; problem: string | undefined };
  submit: string;
  /** The label above the field. */
  children: ReactNode;
};

/** Asks for the six digits of the authenticator app. */
export function CodeForm({ step, submit, children }: CodeFormProps) {
  const { t } = useWords();
  const [code, setCode] = useState('');
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        step.send({ code });
      }}
    >
      {children}
      <TextField
        label={t('session.code')}
        code
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        onChange={setCode}
      />
      {step.problem && (
        <Note tone="error" role="alert">
          {step.problem}
        </Note>
      )}
      <Button type="submit" kind="ink" big busy={step.busy}>
        {submit}
      </Button>
    </form>
  );
}
