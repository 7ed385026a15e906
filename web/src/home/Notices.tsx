import { useQuery } from '@tanstack/react-query';
import { announcementsQuery, siteQuery } from '../lib/site.ts';
import { Words } from '../lib/words.tsx';
import { MaintenanceText } from '../ui/MaintenanceText.tsx';
import { Note } from '../ui/Note.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './Notices.module.css';

/** All notices of the notice bar in full. */
export function Notices() {
  const maintenance = useQuery(siteQuery).data?.maintenance;
  const { data } = useQuery(announcementsQuery());
  return (
    <div className={styles.notices}>
      {maintenance && (
        <Note
          tone="amber"
          icon="clock"
          title={<Words k="home.maintenance" time={<TimeText at={maintenance.from} />} />}
        >
          <MaintenanceText of={maintenance} />
          <small>
            <Words k="app.maintenance.until" time={<TimeText at={maintenance.until} />} />
          </small>
        </Note>
      )}
      {data?.list.map(({ id, text, language, from }) => (
        <Note key={id} icon="bell">
          <span lang={language}>{text}</span>
          <small>
            <TimeText at={from} />
          </small>
        </Note>
      ))}
    </div>
  );
}
