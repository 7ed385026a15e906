import { useQuery } from '@tanstack/react-query';
import { formatTime } from '../lib/format.ts';
import { openSheet } from '../lib/sheets.ts';
import { announcementsQuery, siteQuery } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './HomeScreen.module.css';
import { SealNotice } from './SealNotice.tsx';

/** The notice bar: maintenance to come, else what the operators announce, else one line about proof. */
export function HomeNotice() {
  const { t } = useWords();
  const maintenance = useQuery(siteQuery).data?.maintenance;
  const { data } = useQuery(announcementsQuery());
  const text = maintenance ? t('home.maintenance', { time: formatTime(maintenance.from) }) : data?.list[0]?.text;
  if (!text) return <SealNotice />;
  return (
    <button type="button" className={styles.notice} onClick={() => openSheet('notices')}>
      <Icon name={maintenance ? 'clock' : 'bell'} size={20} />
      <span className={styles.clamp}>{text}</span>
      <Icon name="chev" size={16} />
    </button>
  );
}
