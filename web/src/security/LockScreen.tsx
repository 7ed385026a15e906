import type { lockAccount } from '@glasshouse/protocol/security/calls';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useBack } from '../lib/back.ts';
import { call, sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import styles from './Security.module.css';

/** Where the link of an alarm leads. Opening it does nothing yet: mail scanners open every link. */
export function LockScreen() {
  const { t } = useWords();
  const [token] = useState(() => window.location.hash.slice(1));
  const lock = useMutation({
    mutationFn: () => call<typeof lockAccount>('POST', '/index/index/lock', { token }),
    meta: { quiet: true },
  });
  return (
    <>
      <PageBar surface title={t('titles.lock')} onBack={useBack('/home')} />
      <main className={styles.body}>
        {lock.isSuccess ? (
          <div className={styles.form}>
            <Note tone="ok" role="status" title={t('security.lockDone')}>
              {t('security.lockDoneText')}
            </Note>
            <ButtonLink to="/forget">{t('security.lockSetPassword')}</ButtonLink>
          </div>
        ) : (
          <div className={styles.form}>
            <p className={styles.text}>{t('security.lockPageText')}</p>
            <FormProblem text={lock.error ? sentenceOf(lock.error) : undefined} />
            {token ? (
              <Button kind="error" busy={lock.isPending} onClick={() => lock.mutate()}>
                {t('security.lockNow')}
              </Button>
            ) : (
              <Note>{t('security.lockNoLink')}</Note>
            )}
          </div>
        )}
      </main>
    </>
  );
}
