import { Tag } from '@glasshouse/kit/Tag.tsx';
import { takesSeconds } from '@glasshouse/protocol/withdrawals/methods';
import { useServerNow } from '../lib/use-server-now.ts';
import { useWords, Words } from '../lib/words.tsx';
import { isAutomatic, spanText } from '../specimens/review-time.ts';
import { StateHead } from '../ui/StateHead.tsx';
import { stateLooks } from '../ui/StateTag.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { Trail } from '../ui/Trail.tsx';
import styles from './Withdrawals.module.css';
import { isLate, isOpen, type Withdrawal } from './withdrawals.ts';

/** All steps so far with time and reason, and the next one. A new state is announced once to screen readers. */
export function Timeline({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useWords();
  const { state, steps } = withdrawal;
  const word = t(`movements.states.${state}`);
  return (
    <div className={styles.timeline}>
      <p className="vh" role="status">
        {word}
      </p>
      <StateHead look={stateLooks[state]} title={word} tag={state === 'withdrawing' && <Tag>{t('ui.simulated')}</Tag>}>
        <Next withdrawal={withdrawal} />
      </StateHead>
      <Trail
        steps={steps}
        about={(step) => (
          <>
            {t(`withdrawals.steps.${step.state}`)} {step.reason && reasonIn(t, step.reason)}
          </>
        )}
        then={isOpen(state) && t(`withdrawals.then.${state as 'under_review' | 'withdrawing' | 'frozen'}`)}
      />
    </div>
  );
}

/** The software writes a key, which is translated; a person writes free text. */
const reasonIn = (t: ReturnType<typeof useWords>['t'], reason: string) =>
  reason === 'account_frozen' ? t('withdrawals.accountFrozen') : t('withdrawals.reason', { reason });

function Next({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useWords();
  const { state, way, twoPeople, usualSeconds, automaticSeconds, onDuty, paidFrom, steps } = withdrawal;
  const isTimed = state === 'under_review' && onDuty && usualSeconds !== null;
  const now = useServerNow(isTimed);
  const minutes = (seconds: number) => Math.max(1, Math.ceil(seconds / 60));
  if (state === 'under_review' && isAutomatic(automaticSeconds))
    return t('withdrawals.next.automatic', { time: spanText(automaticSeconds) });
  if (state === 'under_review') {
    return (
      <>
        {twoPeople && t('withdrawals.next.twoPeople')}{' '}
        {t(onDuty ? 'specimens.review.onDuty' : 'specimens.review.offDuty')}{' '}
        {isTimed &&
          (isLate(now, steps, usualSeconds)
            ? t('withdrawals.next.late')
            : t('withdrawals.next.usually', { minutes: minutes(usualSeconds) }))}
      </>
    );
  }
  if (state === 'withdrawing') {
    const by = way === 'bank' ? t('withdrawals.next.bank') : t('withdrawals.next.chain', { network: way });
    return (
      <>
        {by}{' '}
        <Words
          k="withdrawals.next.takes"
          minutes={minutes(takesSeconds[way])}
          time={paidFrom && <TimeText at={paidFrom} part="clear" />}
        />
      </>
    );
  }
  if (state === 'success' || state === 'frozen') return t(`withdrawals.next.${state}`);
  return t(way === 'bank' ? 'withdrawals.next.backInCash' : 'withdrawals.next.backInFund');
}
