import { Tag } from '@glasshouse/kit/Tag.tsx';
import { takesSeconds } from '@glasshouse/protocol/withdrawals/methods';
import { useServerNow } from '../lib/use-server-now.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Waiting } from '../specimens/Waiting.tsx';
import { StateHead } from '../ui/StateHead.tsx';
import { stateLooks } from '../ui/StateTag.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { Trail } from '../ui/Trail.tsx';
import styles from './Withdrawals.module.css';
import { isLate, type Withdrawal } from './withdrawals.ts';

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
      {state === 'under_review' && <InReview withdrawal={withdrawal} />}
      <Trail
        steps={steps}
        about={(step) => (
          <>
            {t(`withdrawals.steps.${step.state}`)} {step.reason && reasonIn(t, step.reason)}
          </>
        )}
        then={(state === 'withdrawing' || state === 'frozen') && t(`withdrawals.then.${state}`)}
      />
    </div>
  );
}

/** The software writes a key, which is translated; a person writes free text. */
const reasonIn = (t: ReturnType<typeof useWords>['t'], reason: string) =>
  reason === 'account_frozen' ? t('withdrawals.accountFrozen') : t('withdrawals.reason', { reason });

const minutes = (seconds: number) => Math.max(1, Math.ceil(seconds / 60));

/** The next step of a withdrawal under review. */
function InReview({ withdrawal }: { withdrawal: Withdrawal }) {
  const { usualSeconds, onDuty, steps } = withdrawal;
  const isTimed = onDuty && usualSeconds !== null;
  const now = useServerNow(isTimed);
  return <Waiting of="withdrawal" waits={{ ...withdrawal, isLate: isTimed && isLate(now, steps, usualSeconds) }} />;
}

function Next({ withdrawal: { state, way, paidFrom } }: { withdrawal: Withdrawal }) {
  const { t } = useWords();
  if (state === 'under_review') return t('withdrawals.steps.under_review');
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
