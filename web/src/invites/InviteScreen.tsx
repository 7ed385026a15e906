import { useAccount } from '../lib/account.ts';
import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import styles from './InviteScreen.module.css';

/** The user's code and link to hand on. What an invitation earns is not built yet, and the page says so. */
export function InviteScreen() {
  const { t } = useWords();
  const { user } = useAccount();
  const back = useBack('/user');
  const code = user?.invitationCode ?? '';
  const link = `${location.origin}/register?invite=${encodeURIComponent(code)}`;
  return (
    <>
      <PageBar title={t('titles.invite')} onBack={back} />
      <main className={styles.page}>
        <Card pad className={styles.card} aria-label={t('settings.invitationCode')}>
          <small>{t('settings.invitationCode')}</small>
          <code className={styles.code}>{code}</code>
          <p className={styles.link}>{link}</p>
          <div className={styles.acts}>
            <Button small icon="copy" onClick={() => void copyText(code)}>
              {t('invite.copyCode')}
            </Button>
            <Button small kind="soft" icon="link" onClick={() => void copyText(link)}>
              {t('invite.copyLink')}
            </Button>
          </div>
        </Card>
        <Note icon="clock" title={t('invite.comingTitle')}>
          {t('invite.comingText')}
        </Note>
      </main>
    </>
  );
}
