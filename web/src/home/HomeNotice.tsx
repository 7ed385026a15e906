import { formatTime } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useQuery } from '@tanstack/react-query';
import { openSheet } from '../lib/sheets.ts';
import { announcementsQuery, siteQuery } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import styles from './HomeScreen.module.css';
import { SealNotice } from './SealNotice.tsx';

/** The notice bar: maintenance to come, and what the operators announce; where there is neither, one line about proof. */
export function HomeNotice() {
  const { t } = useWords();
  const maintenance = useQuery(siteQuery).data?.maintenance;
  const announced = useQuery(announcementsQuery()).data?.list[0];
  if (!maintenance && !announced) return <SealNotice />;
  return (
    <>
      {maintenance && <Notice icon="clock" text={t('home.maintenance', { time: formatTime(maintenance.from) })} />}
      {announced && <Notice icon="bell" text={announced.text} />}
    </>
  );
}

function Notice({ icon, text }: { icon: 'clock' | 'bell'; text: string }) {
  return (
    <button type="button" className={styles.notice} onClick={() => openSheet('notices')}>
      <Icon name={icon} size={20} />
      <span className={styles.clamp}>{text}</span>
      <Icon name="chev" size={16} />
    </button>
  );
}
