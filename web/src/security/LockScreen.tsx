import type { lockAccount } from '@glasshouse/protocol/security/calls';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useBack } from '../lib/back.ts';
import { call, Refused, sentenceOf } from '../lib/call.ts';
import { useLocation } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import styles from './Security.module.css';

/** The page behind the link of an alarm message. Opening it does nothing yet, because mail scanners open every link. */
export function LockScreen() {
  const { hash } = useLocation();
  // Only the part after # differs between links, so the token is the key: another link starts fresh.
  return <Lock key={hash} token={hash.slice(1)} />;
}

function Lock({ token }: { token: string }) {
  const { t } = useWords();
  const lock = useMutation({
    mutationFn: () => call<typeof lockAccount>('POST', '/index/index/lock', { token }),
    meta: { quiet: true },
  });
  // A user who opens a used link again needs the same next step: a new password.
  const isUsed = lock.error instanceof Refused && lock.error.reason === 'link_unknown';
  const isOver = lock.isSuccess || isUsed;
  const wayOn = useRef<HTMLAnchorElement>(null);
  // It replaces the button that was pressed.
  useEffect(() => {
    if (isOver) wayOn.current?.focus();
  }, [isOver]);
  return (
    <>
      <PageBar surface title={t('titles.lock')} onBack={useBack()} />
      <main className={styles.body}>
        <div className={styles.form}>
          {lock.isSuccess ? (
            <Note tone="ok" role="status" title={t('security.lockDone')}>
              {t('security.lockDoneText')}
            </Note>
          ) : (
            <p className={styles.text}>{t('security.lockPageText')}</p>
          )}
          <FormProblem text={lock.error ? sentenceOf(lock.error) : undefined} />
          {!token && <Note>{t('security.lockNoLink')}</Note>}
          {token && !isOver && (
            <Button kind="error" busy={lock.isPending} onClick={() => lock.mutate()}>
              {t('security.lockNow')}
            </Button>
          )}
          {isOver && (
            <ButtonLink ref={wayOn} to="/forget">
              {t('security.lockSetPassword')}
            </ButtonLink>
          )}
        </div>
      </main>
    </>
  );
}
