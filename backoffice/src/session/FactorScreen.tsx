import { answerCode, answerPasskey, answerRecovery, logOut } from '@glasshouse/protocol/operators/session';
import { useState } from 'react';
import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Note } from '../ui/Note.tsx';
import { AuthPage } from './AuthPage.tsx';
import { useStep } from './CodeForm.tsx';
import { showKey } from './Passkeys.tsx';
import styles from './Session.module.css';

/** The second factor: a code of the authenticator app, a passkey, or a recovery code. */
export function FactorScreen({ passkey }: { passkey: boolean }) {
  const { t } = useWords();
  const [recovering, setRecovering] = useState(false);
  const [code, setCode] = useState('');
  const [keyProblem, setKeyProblem] = useState<string>();
  const byCode = useStep(answerCode);
  const byRecovery = useStep(answerRecovery);
  const byKey = useStep(answerPasskey);
  const leave = useStep(logOut);
  const way = recovering ? byRecovery : byCode;
  const problem = keyProblem ?? byKey.problem ?? way.problem;

  async function withKey() {
    setKeyProblem(undefined);
    try {
      byKey.send({ response: await showKey() });
    } catch (error) {
      setKeyProblem(sentenceOf(error));
    }
  }
  return (
    <AuthPage title={t('session.factor')} about={t(recovering ? 'session.recoveryAbout' : 'session.factorAbout')}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setKeyProblem(undefined);
          way.send({ code });
        }}
      >
        <TextField
          key={String(recovering)}
          label={t(recovering ? 'session.recoveryCode' : 'session.code')}
          code={!recovering}
          inputMode={recovering ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          maxLength={recovering ? 16 : 7}
          autoFocus
          value={code}
          onChange={setCode}
        />
        {problem && (
          <Note tone="error" role="alert">
            {problem}
          </Note>
        )}
        <Button type="submit" kind="ink" big busy={way.busy}>
          {t('session.logIn')}
        </Button>
      </form>
      {passkey && (
        <>
          <span className={styles.or}>{t('session.or')}</span>
          <Button big icon="shield" busy={byKey.busy} onClick={withKey}>
            {t('session.usePasskey')}
          </Button>
        </>
      )}
      <div className={styles.form}>
        <Button
          kind="quiet"
          onClick={() => {
            setRecovering(!recovering);
            setCode('');
          }}
        >
          {t(recovering ? 'session.useCode' : 'session.useRecovery')}
        </Button>
        <Button kind="quiet" onClick={() => leave.send({})}>
          {t('session.startAgain')}
        </Button>
      </div>
    </AuthPage>
  );
}
