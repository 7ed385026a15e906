import { shortHash } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { utcDay } from '@glasshouse/protocol/utc-day';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../lib/router.tsx';
import { serverNow } from '../lib/server-clock.ts';
import { tapeQuery } from '../lib/tape.ts';
import { useWords } from '../lib/words.tsx';
import styles from './Session.module.css';

/** What was announced for today's prices before anybody knew them; silent where there is none. */
export function OpeningSeal() {
  const { t } = useWords();
  const { data: tape } = useQuery(tapeQuery);
  const today = tape?.days.find(({ day }) => day === utcDay(serverNow()));
  if (!today) return null;
  return (
    <Link to="/market?view=tape" className={styles.seal}>
      <Icon name="proof" size={18} />
      {t('session.seal')} <code>{shortHash(today.commitment)}</code>
    </Link>
  );
}
