import { formatTime } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { ReviewCase } from '@glasshouse/protocol/review/office';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { kindWord, titleWord } from '../lib/kinds.ts';
import { ageWords, useNow } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import { Asked } from '../ui/Asked.tsx';
import { Segments } from '../ui/Segments.tsx';
import type { QueueState } from './case.ts';
import styles from './Review.module.css';

type QueueProps = {
  kind: string;
  state: QueueState;
  onState: (state: QueueState) => void;
  cases: UseQueryResult<{ list: ReviewCase[]; next: string | null }>;
  current: string | undefined;
};

/** Who waits, the one who has waited longest first. */
export function Queue({ kind, state, onState, cases, current }: QueueProps) {
  const { t } = useWords();
  const time = useNow();
  return (
    <section className={styles.queue} aria-label={t('review.queue')}>
      <div className={styles.queuehead}>
        <h2>
          {kindWord(kind)} {state === 'waiting' && <span>{cases.data?.list.length}</span>}
        </h2>
        <Segments
          label={t('review.show')}
          choices={[
            ['waiting', t('review.waiting')],
            ['decided', t('review.decided')],
          ]}
          value={state}
          onChange={onState}
        />
      </div>
      <div className={styles.list}>
        <Asked of={cases}>
          {({ list }) => (
            <>
              <ul>
                {list.map((each) => (
                  <li key={each.id}>
                    <Link to={`/review/${kind}/${each.id}`} aria-current={each.id === current ? 'true' : undefined}>
                      <span className={styles.grow}>
                        <b>{titleWord(kind, each.title)}</b>
                        <span className={styles.facts}>
                          <small className={styles.quiet}>
                            {each.claim ? (each.claim.mine ? t('review.mine') : each.claim.by.name) : each.number} ·{' '}
                            {formatTime(each.submittedAt, 'time')}
                          </small>
                          {each.tryNumber > 1 && <Tag tone="amber">{t('review.try', { count: each.tryNumber })}</Tag>}
                        </span>
                      </span>
                      <span className={styles.age}>
                        {each.decided ? t(`review.outcome.${each.decided.decision}`) : ageWords(each.submittedAt, time)}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
              {list.length > 0 && <p className={styles.nomore}>{t('ui.noMore')}</p>}
            </>
          )}
        </Asked>
      </div>
    </section>
  );
}
