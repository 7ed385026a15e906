import { classes } from '@glasshouse/kit/classes.ts';
import { useWords } from '../lib/words.tsx';
import styles from './Dashboard.module.css';
import type { Figures } from './Panel.tsx';

const late = 3000;

/** What to look at first: people, the books, the tape. */
export function Tiles({ figures: { users, books, tape, queues } }: { figures: Figures }) {
  const { t } = useWords();
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting, 0);
  const age = tape.ageMs;
  return (
    <div className={styles.tiles}>
      <div className={styles.tile}>
        <span>{t('dashboard.users')}</span>
        <b>{users.total}</b>
        <small>{t('dashboard.usersNote', { frozen: users.frozen, count: users.sessions })}</small>
      </div>
      <div className={classes(styles.tile, books.drift > 0 && styles.alarm)}>
        <span>{t('dashboard.drift')}</span>
        <b>{books.drift}</b>
        <small>{t(books.drift === 0 ? 'dashboard.addsUp' : 'dashboard.doesNot')}</small>
      </div>
      <div className={classes(styles.tile, (age === null || age > late) && styles.alarm)}>
        <span>{t('dashboard.tapeAge')}</span>
        <b>{age === null ? '–' : t('dashboard.ms', { ms: age })}</b>
        <small>{tape.source === null ? t('dashboard.noTape') : t('dashboard.source', { source: tape.source })}</small>
      </div>
      <div className={styles.tile}>
        <span>{t('dashboard.waiting')}</span>
        <b>{waiting}</b>
        <small>{t('dashboard.waitingNote')}</small>
      </div>
    </div>
  );
}
