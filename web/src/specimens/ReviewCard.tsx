import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { ReactNode, RefObject } from 'react';
import { Words } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { StateHead } from '../ui/StateHead.tsx';
import { stateLooks } from '../ui/StateTag.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './ReviewCard.module.css';
import { Waiting, type Waits } from './Waiting.tsx';

export type ReviewState = 'under_review' | 'passed' | 'rejected';
/** The state of a review. */
export type Reviewed = Waits & { decidedAt: string | null; automatic: boolean };
type ReviewCardProps = {
  of: 'topUp' | 'identity';
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
export function ReviewCard({ of, state, title, tag, reviewed, heading, children, acts }: ReviewCardProps) {
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
      {state === 'under_review' && <Waiting of={of} waits={reviewed} />}
      {acts && <div className={styles.again}>{acts}</div>}
    </Card>
  );
}

/** When it was decided, and whether by a reviewer or automatically. */
export function Decided({
  reviewed: { decidedAt, automatic },
}: {
  reviewed: Pick<Reviewed, 'decidedAt' | 'automatic'>;
}) {
  const time = decidedAt && <TimeText at={decidedAt} />;
  return <Words k={automatic ? 'specimens.byClock' : 'specimens.byReviewer'} time={time} />;
}
