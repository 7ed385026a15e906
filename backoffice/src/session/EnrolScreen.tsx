import { Qr } from '@glasshouse/kit/Qr.tsx';
import { beginEnrolment, finishEnrolment, showSession } from '@glasshouse/protocol/operators/session';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askAgain, useAsk } from '../lib/ask.ts';
import { useWords } from '../lib/words.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { AuthPage } from './AuthPage.tsx';
import { CodeForm, useStep } from './CodeForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './Session.module.css';

/**
 * Pairs the authenticator app, which confirms itself with its first code. Required, because every operator needs a
 * second factor.
 */
export function EnrolScreen() {
  const { t } = useWords();
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) {
    return (
      <AuthPage title={t('session.codes')} about={t('session.codesAbout')} step={3}>
        <RecoveryCodes codes={codes} onKept={() => void askAgain(client, [showSession])} />
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t('session.enrol')} about={t('session.enrolAbout')} step={2}>
      <Pairing onPaired={setCodes} />
    </AuthPage>
  );
}

function Pairing({ onPaired }: { onPaired: (codes: readonly string[]) => void }) {
  const { t } = useWords();
  const begun = useAsk(beginEnrolment, {});
  const finish = useStep(finishEnrolment, ({ recoveryCodes }) => onPaired(recoveryCodes));
  return (
    <QueryState of={begun} rows={4}>
      {({ secret, uri }) => (
        <CodeForm step={finish} submit={t('session.pair')}>
          <div className={styles.enrol}>
            <Qr text={uri} label={t('session.qr')} />
            <div>
              {t('session.orSecret')}
              <code className={styles.secret}>{secret}</code>
            </div>
          </div>
        </CodeForm>
      )}
    </QueryState>
  );
}
