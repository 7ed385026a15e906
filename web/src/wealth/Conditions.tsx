import { useWords, Words } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { AfterPrice } from './Calculator.tsx';
import { Day } from './Figure.tsx';
import styles from './Product.module.css';
import type { Calculated } from './sums.ts';
import { dateOf, exactly, paidBack } from './sums.ts';

/** When it begins and ends, how long it is sold, and whether it can be ended early. */
export function Conditions({ product, terms, schedule, fits, now }: Calculated) {
  const { t } = useWords();
  const { startsAt, endsAt } = schedule;
  return (
    <Card pad className={styles.conditions} aria-label={t('wealth.conditions')}>
      <ol className={styles.dates}>
        <li aria-current="step">
          <b>{t('wealth.steps.subscribe')}</b>
          <small>{dateOf(terms, now)}</small>
        </li>
        {terms.kind !== 'pledge' && (
          <li>
            <b>{t(terms.kind === 'machine' ? 'wealth.steps.earns' : 'wealth.steps.starts')}</b>
            <small>{dateOf(terms, startsAt)}</small>
          </li>
        )}
        <li>
          <b>{t(terms.kind === 'machine' ? 'wealth.steps.lastIncome' : 'wealth.steps.paidBack')}</b>
          <small>{dateOf(terms, endsAt)}</small>
        </li>
      </ol>
      <KeyValues>
        <KeyValue label={t('wealth.opensAt')}>
          <TimeText at={product.opensAt} />
        </KeyValue>
        <KeyValue label={t('wealth.subscribeBy')}>
          {product.closesAt === null ? t('wealth.noEnd') : <TimeText at={product.closesAt} />}
        </KeyValue>
        {terms.kind === 'machine' ? (
          <OfMachine terms={terms} schedule={schedule} fits={fits} />
        ) : (
          <KeyValue
            label={t('wealth.leaveEarly')}
            note={
              terms.kind === 'pledge' ? (
                t('wealth.withoutInterest')
              ) : (
                <Words k="wealth.staysUntil" date={<Day at={endsAt} />} />
              )
            }
          >
            {t(terms.kind === 'pledge' ? 'wealth.anyTime' : 'wealth.notPossible')}
          </KeyValue>
        )}
        <KeyValue label={t(terms.kind === 'machine' ? 'wealth.paidFrom' : 'wealth.paidFromAndTo')}>
          {t('wealth.wallet')}
        </KeyValue>
      </KeyValues>
      <p className={styles.quiet}>{t(terms.kind === 'pledge' ? 'wealth.toTheSecond' : 'wealth.utcDays')}</p>
    </Card>
  );
}

/** States that a machine's price is not returned, its expected income, and when that reaches the price. */
function OfMachine({
  terms,
  schedule: { amount, total, startsAt },
  fits,
}: {
  terms: Extract<Calculated['terms'], { kind: 'machine' }>;
  schedule: Calculated['schedule'];
  fits: boolean;
}) {
  const { t } = useWords();
  const back = paidBack(terms, startsAt);
  return (
    <>
      <KeyValue label={t('wealth.price')} note={t('wealth.notReturned')}>
        {fits ? `−${exactly(amount)} USDT` : '–'}
      </KeyValue>
      <KeyValue label={t('wealth.expected')} note={fits && <AfterPrice price={amount} total={total} />}>
        {fits ? `+${exactly(total)} USDT` : '–'}
      </KeyValue>
      <KeyValue label={t('wealth.paysBack')} note={back && t('wealth.onDay', { day: back.day, days: terms.days })}>
        {back ? <Day at={back.at} /> : t('wealth.never')}
      </KeyValue>
    </>
  );
}
