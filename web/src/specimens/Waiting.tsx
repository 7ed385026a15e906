import { useWords, Words } from '../lib/words.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { isAutomatic, spanText } from './review-time.ts';
import styles from './Waiting.module.css';

/** The facts of a review that has not been decided. */
export type Waits = {
  onDuty: boolean;
  twoPeople?: boolean;
  usualSeconds: number | null;
  automaticSeconds: number | null;
  /** When it is approved if no reviewer decides before. */
  automaticAt?: string | null;
  isLate?: boolean;
};
type WaitingProps = { of: 'topUp' | 'identity' | 'withdrawal'; waits: Waits };

/** The same for everything that waits for a review: where it is, what comes next, who decides, and by when. */
export function Waiting({ of, waits }: WaitingProps) {
  const { t } = useWords();
  return (
    <dl className={styles.way}>
      <dt>{t('specimens.review.now')}</dt>
      <dd>{t('specimens.review.looking')}</dd>
      <dt>{t('specimens.review.then')}</dt>
      <dd>{t(`specimens.review.outcome.${of}`)}</dd>
      <dt>{t('specimens.review.who')}</dt>
      <dd>
        <Who {...waits} />
      </dd>
      <dt>{t('specimens.review.when')}</dt>
      <dd>
        <When {...waits} />
      </dd>
    </dl>
  );
}

function Who({ onDuty, twoPeople, automaticSeconds, automaticAt }: Waits) {
  const { t } = useWords();
  if (isAutomatic(automaticSeconds)) return t('specimens.review.clock');
  if (automaticAt && !onDuty) return t('specimens.review.either');
  const present = t(onDuty ? 'specimens.review.onDuty' : 'specimens.review.offDuty');
  return twoPeople ? `${t('specimens.review.twoPeople')} ${present}` : present;
}

function When({ onDuty, usualSeconds, automaticSeconds, automaticAt, isLate }: Waits) {
  const { t } = useWords();
  if (isAutomatic(automaticSeconds)) return t('specimens.time.automatic', { time: spanText(automaticSeconds) });
  if (automaticAt) return <Words k="specimens.review.automatic" time={<TimeText at={automaticAt} />} />;
  if (isLate) return t('specimens.review.late');
  if (onDuty && usualSeconds !== null) return t('specimens.time.usually', { time: spanText(usualSeconds) });
  return t('specimens.review.noTime');
}
