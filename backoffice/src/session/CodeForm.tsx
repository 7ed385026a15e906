import { type ReactNode, useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Note } from '../ui/Note.tsx';
import styles from './Session.module.css';

type CodeFormProps = {
  step: { send: (input: { code: string }) => void; busy: boolean; problem: string | undefined };
  submit: string;
  /** What stands above the field. */
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
