import { shortHash } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { utcDay } from '@glasshouse/protocol/utc-day';
import { useQuery } from '@tanstack/react-query';
import { serverNow } from '../lib/server-clock.ts';
import { tapeQuery, wasAnnouncedLate } from '../lib/tape.ts';
import { useWords } from '../lib/words.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Part } from './Part.tsx';
import styles from './PublicLog.module.css';

const steps = ['ours', 'theirs', 'both'] as const;

/**
 * Explains why the next price is unknown, or who knows it if the beacon is the site's own. Empty for external prices.
 */
export function TwoHalves() {
  const { t } = useWords();
  const { data: tape } = useQuery(tapeQuery);
  if (!tape?.beacon) return null;
  const { name, knownToOperator } = tape.beacon;
  const today = tape.days.find(({ day }) => day === utcDay(serverNow()));
  const other = knownToOperator ? 'local' : 'theirs';
  return (
    <Part title={t(knownToOperator ? 'log.halves.titleLocal' : 'log.halves.title')}>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>
            <div>
              <b>{t(`log.halves.${step === 'theirs' ? other : step}.title`)}</b>
              <p>{t(`log.halves.${step === 'theirs' ? other : step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
      <KeyValues>
        {today && (
          <KeyValue label={t('log.halves.today')} note={wasAnnouncedLate(today) && t('log.halves.late')}>
            <code>{shortHash(today.commitment)}</code>
          </KeyValue>
        )}
        <KeyValue label={t('tape.beacon.title')}>
          <span className={styles.beacon}>
            {name} {knownToOperator && <Tag tone="amber">{t('log.halves.known')}</Tag>}
          </span>
        </KeyValue>
      </KeyValues>
      <p className={styles.math}>{t(knownToOperator ? 'log.halves.aheadLocal' : 'log.halves.ahead')}</p>
    </Part>
  );
}
