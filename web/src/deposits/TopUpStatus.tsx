import { formatExact } from '@glasshouse/kit/format.ts';
import type { RefObject } from 'react';
import { useWords, Words } from '../lib/words.tsx';
import { Decided, ReviewCard } from '../specimens/ReviewCard.tsx';
import { isAutomatic, reviewTime, spanText } from '../specimens/review-time.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { Trail } from '../ui/Trail.tsx';
import styles from './Deposit.module.css';
import type { TopUp } from './deposits.ts';
import { ResubmitReceipt } from './ResubmitReceipt.tsx';

type TopUpStatusProps = { topUp: TopUp; heading: RefObject<HTMLHeadingElement | null> };

/** The state of a top-up and all its details. */
export function TopUpStatus({ topUp, heading }: TopUpStatusProps) {
  const { t } = useWords();
  const { state, reason, submittedAt, amount, isCard, automaticSeconds } = topUp;
  const sentAt = submittedAt && <TimeText at={submittedAt} part="clear" />;
  return (
    <>
      <ReviewCard
        of="topUp"
        state={state}
        title={t(`deposits.decided.${state}`)}
        tag={state === 'under_review' ? undefined : t(`movements.states.${state}`)}
        reviewed={topUp}
        heading={heading}
        acts={
          state === 'passed' ? (
            <>
              <ButtonLink small to="/assets">
                {t('deposits.assets')}
              </ButtonLink>
              <ButtonLink small kind="soft" to="/pay/deposit">
                {t('deposits.another')}
              </ButtonLink>
            </>
          ) : (
            state === 'rejected' && (
              <small>
                <Decided reviewed={topUp} />
              </small>
            )
          )
        }
      >
        {state === 'under_review' &&
          (isAutomatic(automaticSeconds) ? (
            <Words k="specimens.review.sentAutomatic" time={sentAt} span={spanText(automaticSeconds)} />
          ) : (
            <Words k="deposits.sent" time={sentAt} />
          ))}
        {state === 'passed' && (
          <>
            {t('deposits.credited', { amount: formatExact(amount) })} {!isCard && <Decided reviewed={topUp} />}
          </>
        )}
        {state === 'rejected' && (reason ?? t('specimens.noReason'))}
      </ReviewCard>
      {state === 'rejected' && <ResubmitReceipt topUp={topUp} />}
      <Facts topUp={topUp} />
      {topUp.steps.length > 1 && <History topUp={topUp} />}
    </>
  );
}

function Facts({ topUp }: { topUp: TopUp }) {
  const { t } = useWords();
  const { id, amount, by, isCard, address, at, attempt, erasedAt, decidedAt } = topUp;
  return (
    <Card className={styles.facts}>
      <KeyValues>
        <KeyValue label={t('deposits.amount')}>{formatExact(amount)} USDT</KeyValue>
        <KeyValue label={t(isCard ? 'deposits.ways.card' : 'deposits.network')}>{by}</KeyValue>
        {address && (
          <KeyValue label={t('deposits.address')}>
            <span className={styles.address}>{address}</span>
          </KeyValue>
        )}
        <KeyValue label={t('deposits.begun')}>
          <TimeText at={at} />
        </KeyValue>
        <KeyValue label={t('deposits.reference')}>
          <span className={styles.address}>{id}</span>
        </KeyValue>
        {!isCard && (
          <>
            {attempt > 1 && <KeyValue label={t('specimens.attempt')}>{attempt}</KeyValue>}
            {decidedAt && <KeyValue label={t('specimens.reviewTime')}>{reviewTime(topUp)}</KeyValue>}
          </>
        )}
        {erasedAt && (
          <KeyValue label={t('deposits.willBeErased')}>
            <TimeText at={erasedAt} />
          </KeyValue>
        )}
      </KeyValues>
    </Card>
  );
}

/** All of its states so far. */
function History({ topUp: { steps } }: { topUp: TopUp }) {
  const { t } = useWords();
  return (
    <Card pad className={styles.history} aria-labelledby="history">
      <h2 id="history">{t('deposits.history')}</h2>
      <Trail steps={steps} />
    </Card>
  );
}
