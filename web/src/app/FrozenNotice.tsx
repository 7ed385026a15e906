import { fullScore } from '@glasshouse/protocol/credit/rules';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAccount } from '../lib/account.ts';
import { useWords } from '../lib/words.tsx';
import { Contacts } from '../support/Contacts.tsx';
import { AccountDeletionNotice } from '../ui/AccountDeletionNotice.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Appeal } from './Appeal.tsx';
import { LogStrip } from './LogStrip.tsx';
import styles from './Root.module.css';

/** The only thing the owner of a paused account sees: the notice, the support contact and the log-out button. */
export function FrozenNotice() {
  const { t } = useWords();
  const { user, logOut } = useAccount();
  const leaving = useMutation({ mutationFn: logOut });
  useEffect(() => {
    document.getElementById('splash')?.remove();
    document.title = t('app.frozen.title');
  }, [t]);
  return (
    <div className={styles.shell}>
      <PageBar title={t('app.frozen.title')} />
      <LogStrip still />
      <main className={styles.notice}>
        <Note tone="amber" icon="alert" role="alert" title={t('app.frozen.notice')}>
          <span className={styles.block}>{t('app.frozen.text')}</span>
          {user && user.creditScore < fullScore && (
            <span className={styles.block}>{t('app.frozen.credit', { score: user.creditScore })}</span>
          )}
        </Note>
        <AccountDeletionNotice />
        <Appeal />
        <h2 className={styles.heading}>{t('app.frozen.contacts')}</h2>
        <Card pad>
          <Contacts />
        </Card>
        <Button kind="soft" icon="logout" busy={leaving.isPending} onClick={() => leaving.mutate()}>
          {t('app.logOut')}
        </Button>
      </main>
    </div>
  );
}
