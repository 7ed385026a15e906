import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';
import styles from './Transfers.module.css';

/** Who can receive, and what to do for someone who can't: above the form, before anything is typed. */
export function Receivers({ level }: { level: number }) {
  const { t } = useWords();
  return (
    <Note icon="vip" title={t('transfers.receivers.title')}>
      {t('transfers.receivers.text')} {level === 0 && t('transfers.receivers.you')}{' '}
      <Link className={styles.levels} to="/user/vip">
        {t('transfers.receivers.upgrade')}
      </Link>
    </Note>
  );
}
