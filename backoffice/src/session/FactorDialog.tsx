import { confirmFactor } from '@glasshouse/protocol/office/session';
import { useEffect, useState } from 'react';
import { answerFactorWith } from '../lib/factor.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/Field.tsx';
import { Note } from '../ui/Note.tsx';
import styles from './Session.module.css';
import { useStep } from './use-step.ts';

/** Opens in the middle of an act that wants the second factor again, and lets the act go on. */
export function FactorDialog() {
  const { t } = useWords();
  const [waiting, setWaiting] = useState<(given: boolean) => void>();
  const [code, setCode] = useState('');
  useEffect(() => answerFactorWith(() => new Promise((resolve) => setWaiting(() => resolve))), []);
  function end(given: boolean) {
    waiting?.(given);
    setWaiting(undefined);
    setCode('');
  }
  const { send, busy, problem } = useStep(confirmFactor, () => end(true));
  if (!waiting) return null;
  return (
    <Dialog title={t('session.confirm')} onClose={() => end(false)}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send({ code });
        }}
      >
        <p>{t('session.confirmAbout')}</p>
        <TextField
          label={t('session.code')}
          code
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={code}
          onChange={setCode}
        />
        {problem && (
          <Note tone="error" role="alert">
            {problem}
          </Note>
        )}
        <Button type="submit" kind="ink" big busy={busy}>
          {t('session.confirm')}
        </Button>
      </form>
    </Dialog>
  );
}
