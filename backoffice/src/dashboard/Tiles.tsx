import { classes } from '@glasshouse/kit/classes.ts';
import { formatWhole } from '@glasshouse/kit/format.ts';
import { Link } from '@glasshouse/kit/router.tsx';
import type { ReactNode } from 'react';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { lateMs } from './attention.ts';
import styles from './Dashboard.module.css';
import type { Figures } from './Panel.tsx';

/** Prices, books and users at a glance. */
export function Tiles({ figures: { users, books, tape } }: { figures: Figures }) {
  const { t } = useWords();
  const may = useMay();
  const age = tape.ageMs;
  return (
    <div className={styles.tiles}>
      <Tile
        name={t('dashboard.tapeAge')}
        figure={age === null ? '–' : t('dashboard.msAgo', { ms: formatWhole(age) })}
        note={tape.source === null ? t('dashboard.noTape') : t('dashboard.source', { source: tape.source })}
        alarm={age === null || age > lateMs}
      />
      <Tile
        name={t('dashboard.drift')}
        figure={formatWhole(books.drift)}
        note={t(books.drift === 0 ? 'dashboard.addsUp' : 'dashboard.doesNot')}
        alarm={books.drift > 0}
      />
      <Tile
        name={t('dashboard.users')}
        figure={formatWhole(users.total)}
        note={t('dashboard.usersNote', {
          frozen: formatWhole(users.frozen),
          sessions: formatWhole(users.sessions),
          count: users.sessions,
        })}
        to={may('users.read') ? '/users' : undefined}
      />
    </div>
  );
}

type TileProps = { name: string; figure: string; note: ReactNode; to?: string | undefined; alarm?: boolean };

/** One figure, what it counts, and a link to its page. */
function Tile({ name, figure, note, to, alarm }: TileProps) {
  return (
    <div className={classes(styles.tile, alarm && styles.alarm)}>
      {to ? (
        <Link className={styles.cover} to={to}>
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )}
      <b>{figure}</b>
      <small>{note}</small>
    </div>
  );
}
