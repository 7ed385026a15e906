import { confirmFactor } from '@glasshouse/protocol/operators/session';
import { useEffect, useState } from 'react';
import { answerFactorWith } from '../lib/act.ts';
import { useWords } from '../lib/words.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { CodeForm, useStep } from './CodeForm.tsx';

/** Opens when an act needs a fresh second factor, and lets the act continue. */
export function FactorDialog() {
  const { t } = useWords();
  const [waiting, setWaiting] = useState<(given: boolean) => void>();
  useEffect(() => answerFactorWith(() => new Promise((resolve) => setWaiting(() => resolve))), []);
  function end(given: boolean) {
    waiting?.(given);
    setWaiting(undefined);
  }
  const confirm = useStep(confirmFactor, () => end(true));
  if (!waiting) return null;
  return (
    <Dialog title={t('session.confirm')} onClose={() => end(false)}>
      <CodeForm step={confirm} submit={t('session.confirm')}>
        <p>{t('session.confirmAbout')}</p>
      </CodeForm>
    </Dialog>
  );
}
