import { Icon } from '@glasshouse/kit/Icon.tsx';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../lib/router.tsx';
import { serverNow } from '../lib/server-clock.ts';
import { openSheet } from '../lib/sheets.ts';
import { tapeQuery } from '../lib/tape.ts';
import { useWords } from '../lib/words.tsx';
import styles from './HomeScreen.module.css';

/** True once this browser has verified that yesterday's seed matches its announcement; nothing is claimed before. */
function useYesterdayHolds(): boolean {
  const { data: tape } = useQuery(tapeQuery);
  const yesterday = tape?.days.find(({ day }) => day === utcDay(serverNow() - dayMs));
  const { data = false } = useQuery({
    queryKey: ['tape', 'yesterday', yesterday?.day],
    queryFn: async () => (await import('../lib/seal.ts')).dayHolds(yesterday!),
    enabled: Boolean(yesterday?.revealed),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
  return data;
}

/** One line about proofs: that yesterday is sealed, if verified; otherwise how results are decided. */
export function SealNotice() {
  const { t } = useWords();
  const sealed = useYesterdayHolds();
  const face = (
    <>
      <Icon name="proof" size={20} />
      <span>{t(sealed ? 'home.sealed' : 'home.proofNotice')}</span>
      <Icon name="chev" size={16} />
    </>
  );
  if (sealed) {
    return (
      <Link to="/market?view=tape" className={styles.notice}>
        {face}
      </Link>
    );
  }
  return (
    <button type="button" className={styles.notice} onClick={() => openSheet('results')}>
      {face}
    </button>
  );
}
