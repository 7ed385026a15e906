import type { RefObject } from 'react';
import { serverNow } from '../lib/server-clock.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Decided, ReviewCard, type ReviewState } from '../specimens/ReviewCard.tsx';
import { isAutomatic, reviewTime, spanText } from '../specimens/review-time.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './Identity.module.css';
import type { Verification } from './verification.ts';

type Shown = { verification: Verification };
type OutcomeProps = Shown & {
  state: ReviewState;
  heading: RefObject<HTMLHeadingElement | null>;
  onAgain: () => void;
};

/** The state of a submitted verification: what happens next, or what was decided. */
export function Outcome({ verification, state, heading, onAgain }: OutcomeProps) {
  const { t } = useWords();
  const { submittedAt, reason, automaticSeconds } = verification;
  const sentAt = submittedAt && <TimeText at={submittedAt} />;
  const again = (
    <>
      <small>
        <Decided reviewed={verification} />
      </small>
      <Button small onClick={onAgain}>
        {t('ui.tryAgain')}
      </Button>
    </>
  );
  return (
    <>
      <ReviewCard
        of="identity"
        state={state}
        title={t(`identity.decided.${state}`)}
        tag={t(`identity.tags.${state}`)}
        reviewed={verification}
        heading={heading}
        acts={state === 'rejected' && again}
      >
        {state === 'under_review' &&
          (isAutomatic(automaticSeconds) ? (
            <Words k="specimens.review.sentAutomatic" time={sentAt} span={spanText(automaticSeconds)} />
          ) : (
            <Words k="identity.review.text" time={sentAt} />
          ))}
        {state === 'passed' && <Decided reviewed={verification} />}
        {state === 'rejected' && (reason ?? t('specimens.noReason'))}
      </ReviewCard>
      <Submitted verification={verification} />
    </>
  );
}

/** The submitted data that is stored, until when, and how long the review takes. */
function Submitted({ verification }: Shown) {
  const { t } = useWords();
  const { name, document, number, erasedAt, attempt, decidedAt } = verification;
  const isGone = erasedAt !== null && Date.parse(erasedAt) <= serverNow();
  return (
    <Card className={styles.submitted}>
      <KeyValues>
        {name && <KeyValue label={t('identity.name')}>{name}</KeyValue>}
        {document && <KeyValue label={t('identity.document')}>{t(`identity.documents.${document}`)}</KeyValue>}
        {number && <KeyValue label={t('identity.number')}>{number}</KeyValue>}
        {attempt > 1 && <KeyValue label={t('specimens.attempt')}>{attempt}</KeyValue>}
        {decidedAt && <KeyValue label={t('specimens.reviewTime')}>{reviewTime(verification)}</KeyValue>}
        {erasedAt && (
          <KeyValue label={t(isGone ? 'identity.wereErased' : 'identity.willBeErased')}>
            <TimeText at={erasedAt} />
          </KeyValue>
        )}
      </KeyValues>
    </Card>
  );
}
