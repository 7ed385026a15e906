import { classes } from '@glasshouse/kit/classes.ts';
import { formatTime } from '@glasshouse/kit/format.ts';
import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { ReactNode } from 'react';
import { serverNow } from '../lib/server-clock.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import styles from './Outcome.module.css';
import type { Verification } from './verification.ts';

const looks = {
  under_review: { tone: 'amber', icon: 'clock', tag: 'identity.tags.under_review' },
  passed: { tone: 'ok', icon: 'check', tag: 'identity.tags.passed' },
  rejected: { tone: 'error', icon: 'close', tag: 'identity.tags.rejected' },
} as const satisfies Record<string, { tone: string; icon: IconName; tag: string }>;

type StateProps = { state: keyof typeof looks; text: ReactNode; children?: ReactNode };

function State({ state, text, children }: StateProps) {
  const { t } = useWords();
  const { tone, icon, tag } = looks[state];
  return (
    <Card pad>
      <div className={styles.state}>
        <span className={classes(styles.badge, styles[tone])}>
          <Icon name={icon} size={20} />
        </span>
        <div className={styles.words}>
          <div className={styles.top}>
            <h2>{t(`identity.decided.${state}`)}</h2>
            <Tag tone={tone}>{t(tag)}</Tag>
          </div>
          <p>{text}</p>
        </div>
      </div>
      {children}
    </Card>
  );
}

type Shown = { verification: Verification };

/** What happens next, and when it is decided by itself if the site says so. */
export function UnderReview({ verification }: Shown) {
  const { t } = useWords();
  const { submittedAt, automaticAt } = verification;
  const sent = submittedAt ?? '';
  return (
    <>
      <State state="under_review" text={t('identity.review.text', { time: sent && formatTime(sent) })}>
        <ol className={styles.way}>
          <li className={styles.done}>
            {t('identity.review.sent')}
            <small>{sent && formatTime(sent, 'time')}</small>
          </li>
          <li className={styles.done} aria-current="step">
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
          <p className={styles.aside}>{t('identity.review.automatic', { time: formatTime(automaticAt) })}</p>
        )}
      </State>
      <Submitted verification={verification} />
    </>
  );
}

export function Passed({ verification }: Shown) {
  const { t } = useWords();
  const { decidedAt, automatic } = verification;
  const time = decidedAt ? formatTime(decidedAt) : '';
  return (
    <>
      <State state="passed" text={t(automatic ? 'identity.byClock' : 'identity.byReviewer', { time })} />
      <Submitted verification={verification} />
    </>
  );
}

export function Rejected({ verification, onAgain }: Shown & { onAgain: () => void }) {
  const { t } = useWords();
  const { decidedAt, automatic, reason } = verification;
  const time = decidedAt ? formatTime(decidedAt) : '';
  return (
    <>
      <State state="rejected" text={reason ?? t('identity.noReason')}>
        <p className={styles.aside}>{t(automatic ? 'identity.byClock' : 'identity.byReviewer', { time })}</p>
        <div className={styles.again}>
          <small>{t('identity.againText')}</small>
          <Button small onClick={onAgain}>
            {t('identity.again')}
          </Button>
        </div>
      </State>
      <Submitted verification={verification} />
    </>
  );
}

/** What was sent, as far as it is kept, and until when. */
function Submitted({ verification }: Shown) {
  const { t } = useWords();
  const { name, document, number, erasedAt } = verification;
  if (!name && !erasedAt) return null;
  const isGone = erasedAt !== null && Date.parse(erasedAt) <= serverNow();
  return (
    <Card className={styles.facts}>
      <KeyValues>
        {name && <KeyValue label={t('identity.name')}>{name}</KeyValue>}
        {document && <KeyValue label={t('identity.document')}>{t(`identity.documents.${document}`)}</KeyValue>}
        {number && <KeyValue label={t('identity.number')}>{number}</KeyValue>}
        {erasedAt && (
          <KeyValue label={t(isGone ? 'identity.wereErased' : 'identity.willBeErased')}>
            {formatTime(erasedAt)}
          </KeyValue>
        )}
      </KeyValues>
    </Card>
  );
}
