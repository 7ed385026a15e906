import { classes } from '@glasshouse/kit/classes.ts';
import { formatTime } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { ReactNode, RefObject } from 'react';
import { useWords, Words } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { StateHead } from '../ui/StateHead.tsx';
import { stateLooks } from '../ui/StateTag.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './ReviewCard.module.css';

export type ReviewState = 'under_review' | 'passed' | 'rejected';
/** The state of a review. */
export type Reviewed = {
  submittedAt: string | null;
  decidedAt: string | null;
  automatic: boolean;
  automaticAt: string | null;
  /** Whether a reviewer who may decide this is on duty now. */
  onDuty: boolean;
};
type ReviewCardProps = {
  state: ReviewState;
  title: ReactNode;
  tag?: string | undefined;
  reviewed: Reviewed;
  /** Gets the focus after the form, and keeps it while the state changes. */
  heading: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
  /** The available actions. */
  acts?: ReactNode;
};

/** The state of a submission: what happens next, or what was decided. */
export function ReviewCard({ state, title, tag, reviewed, heading, children, acts }: ReviewCardProps) {
  const look = stateLooks[state];
  return (
    <Card pad>
      <StateHead
        look={look}
        title={title}
        tag={tag !== undefined && <Tag tone={look.tone}>{tag}</Tag>}
        heading={heading}
      >
        {children}
      </StateHead>
      {state === 'under_review' && <Way reviewed={reviewed} />}
      {acts && <div className={styles.again}>{acts}</div>}
    </Card>
  );
}

/** When it was decided, and whether by a reviewer or automatically. */
export function Decided({ reviewed: { decidedAt, automatic } }: { reviewed: Reviewed }) {
  const time = decidedAt && <TimeText at={decidedAt} />;
  return <Words k={automatic ? 'specimens.byClock' : 'specimens.byReviewer'} time={time} />;
}

/** The next step, who decides, and when it is approved automatically without a decision. */
function Way({ reviewed: { submittedAt, automaticAt, onDuty } }: { reviewed: Reviewed }) {
  const { t } = useWords();
  return (
    <>
      <ol className={styles.way}>
        <li className={styles.done}>
          {t('specimens.review.sent')}
          <small>{submittedAt && formatTime(submittedAt, 'time')}</small>
        </li>
        <li className={classes(styles.done, styles.now)} aria-current="step">
          {t('specimens.review.looking')}
          <small>{t('specimens.review.next')}</small>
        </li>
        <li>
          {t('specimens.review.decision')}
          <small>
            {automaticAt
              ? t('specimens.review.latest', { time: formatTime(automaticAt, 'time') })
              : t('specimens.review.open')}
          </small>
        </li>
      </ol>
      <p className={styles.aside}>
        {(onDuty || !automaticAt) && t(onDuty ? 'specimens.review.onDuty' : 'specimens.review.offDuty')}{' '}
        {automaticAt && <Words k="specimens.review.automatic" time={<TimeText at={automaticAt} />} />}
      </p>
    </>
  );
}
