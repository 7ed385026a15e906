import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { openSheet } from '../lib/sheets.ts';
import { announcementsQuery, siteQuery } from '../lib/site.ts';
import { Words } from '../lib/words.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './HomeScreen.module.css';
import { SealNotice } from './SealNotice.tsx';

/** The notice bar: scheduled maintenance and the operators' announcements; without any, one line about proofs. */
export function HomeNotice() {
  const maintenance = useQuery(siteQuery).data?.maintenance;
  const announced = useQuery(announcementsQuery()).data?.list[0];
  if (!maintenance && !announced) return <SealNotice />;
  return (
    <>
      {maintenance && (
        <Notice icon="clock" text={<Words k="home.maintenance" time={<TimeText at={maintenance.from} />} />} />
      )}
      {announced && <Notice icon="bell" text={<span lang={announced.language}>{announced.text}</span>} />}
    </>
  );
}

function Notice({ icon, text }: { icon: 'clock' | 'bell'; text: ReactNode }) {
  return (
    <button type="button" className={styles.notice} onClick={() => openSheet('notices')}>
      <Icon name={icon} size={20} />
      <span className={styles.clamp}>{text}</span>
      <Icon name="chev" size={16} />
    </button>
  );
}
