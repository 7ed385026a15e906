import { formatTime } from '@glasshouse/kit/format.ts';
import { useQuery } from '@tanstack/react-query';
import { announcementsQuery, siteQuery } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';
import styles from './Notices.module.css';

/** Everything the notice bar has to say, in full. */
export function Notices() {
  const { t } = useWords();
  const maintenance = useQuery(siteQuery).data?.maintenance;
  const { data } = useQuery(announcementsQuery());
  return (
    <div className={styles.notices}>
      {maintenance && (
        <Note tone="amber" icon="clock" title={t('home.maintenance', { time: formatTime(maintenance.from) })}>
          {maintenance.text ?? t('app.maintenance.text')}
          <small>{t('app.maintenance.until', { time: formatTime(maintenance.until) })}</small>
        </Note>
      )}
      {data?.list.map(({ id, text, from }) => (
        <Note key={id} icon="bell">
          {text}
          <small>{formatTime(from)}</small>
        </Note>
      ))}
    </div>
  );
}
