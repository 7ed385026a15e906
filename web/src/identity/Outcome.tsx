import { classes } from '@glasshouse/kit/classes.ts';
import { formatTime } from '@glasshouse/kit/format.ts';
import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { RefObject } from 'react';
import { serverNow } from '../lib/server-clock.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './Outcome.module.css';
import { reviewTime } from './review-time.ts';
import type { Verification } from './verification.ts';

const looks = {
  under_review: { tone: 'amber', icon: 'clock', tag: 'identity.tags.under_review' },
  passed: { tone: 'ok', icon: 'check', tag: 'identity.tags.passed' },
  rejected: { tone: 'error', icon: 'close', tag: 'identity.tags.rejected' },
} as const satisfies Record<string, { tone: string; icon: IconName; tag: string }>;

type Shown = { verification: Verification };
type OutcomeProps = Shown & {
  state: keyof typeof looks;
  /** The focus comes here from the form, and stays while one state follows another. */
  heading: RefObject<HTMLHeadingElement | null>;
  onAgain: () => void;
};

/** How far it is since it was sent: what happens next, or what was decided. */
export function Outcome({ verification, state, heading, onAgain }: OutcomeProps) {
  const { t } = useWords();
  const { tone, icon, tag } = looks[state];
  return (
    <>
      <Card pad>
        <div className={styles.state}>
          <span className={classes(styles.badge, styles[tone])}>
            <Icon name={icon} size={20} />
          </span>
          <div className={styles.words}>
            <div className={styles.top}>
              <h2 ref={heading} tabIndex={-1}>
                {t(`identity.decided.${state}`)}
              </h2>
              <Tag tone={tone}>{t(tag)}</Tag>
            </div>
            <p>
              {state === 'under_review' && <Sent verification={verification} />}
              {state === 'passed' && <Decided verification={verification} />}
              {state === 'rejected' && (verification.reason ?? t('identity.noReason'))}
            </p>
          </div>
        </div>
        {state === 'under_review' && <Way verification={verification} />}
        {state === 'rejected' && (
          <div className={styles.again}>
            <small>
              <Decided verification={verification} />
            </small>
            <Button small onClick={onAgain}>
              {t('ui.tryAgain')}
            </Button>
          </div>
        )}
      </Card>
      <Submitted verification={verification} />
    </>
  );
}

function Sent({ verification: { submittedAt } }: Shown) {
  return <Words k="identity.review.text" time={submittedAt && <TimeText at={submittedAt} />} />;
}

function Decided({ verification: { decidedAt, automatic } }: Shown) {
  const time = decidedAt && <TimeText at={decidedAt} />;
  return <Words k={automatic ? 'identity.byClock' : 'identity.byReviewer'} time={time} />;
}

/** What happens next, and when it is decided by itself if the site says so. */
function Way({ verification: { submittedAt, automaticAt } }: Shown) {
  const { t } = useWords();
  return (
    <>
      <ol className={styles.way}>
        <li className={styles.done}>
          {t('identity.review.sent')}
          <small>{submittedAt && formatTime(submittedAt, 'time')}</small>
        </li>
        <li className={classes(styles.done, styles.now)} aria-current="step">
          {t('identity.review.looking')}
          <small>{t('identity.review.next')}</small>
        </li>
        <li>
          {t('identity.review.decision')}
          <small>
            {automaticAt
              ? t('identity.review.latest', { time: formatTime(automaticAt, 'time') })
              : t('identity.review.open')}
          </small>
        </li>
      </ol>
      {automaticAt && (
        <p className={styles.aside}>
          <Words k="identity.review.automatic" time={<TimeText at={automaticAt} />} />
        </p>
      )}
    </>
  );
}

/** What was sent, as far as it is kept and until when, and how long its review takes. */
function Submitted({ verification }: Shown) {
  const { t } = useWords();
  const { name, document, number, erasedAt, attempt } = verification;
  const isGone = erasedAt !== null && Date.parse(erasedAt) <= serverNow();
  return (
    <Card className={styles.facts}>
      <KeyValues>
        {name && <KeyValue label={t('identity.name')}>{name}</KeyValue>}
        {document && <KeyValue label={t('identity.document')}>{t(`identity.documents.${document}`)}</KeyValue>}
        {number && <KeyValue label={t('identity.number')}>{number}</KeyValue>}
        <KeyValue label={t('identity.attempt')}>{attempt}</KeyValue>
        <KeyValue label={t('identity.reviewTime')}>{reviewTime(verification)}</KeyValue>
        {erasedAt && (
          <KeyValue label={t(isGone ? 'identity.wereErased' : 'identity.willBeErased')}>
            <TimeText at={erasedAt} />
          </KeyValue>
        )}
      </KeyValues>
    </Card>
  );
}
