import { Icon } from '@glasshouse/kit/Icon.tsx';
import { utcDay } from '@glasshouse/protocol/utc-day';
import type { Payment } from '@glasshouse/protocol/wealth/schedule';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { Day } from './Figure.tsx';
import styles from './Payments.module.css';
import { gained, exactly as write } from './sums.ts';

type PaymentsProps = {
  payments: readonly Payment[];
  total: bigint;
  /** The price, if it isn't returned. */
  price?: bigint | undefined;
  /** The amount returned at the end, apart from the income. */
  returned?: Payment | undefined;
  /** For a running order: how many payments are booked. */
  booked?: number | undefined;
  /** Times to the second instead of days. */
  exact?: boolean;
};

// More than these are grouped by month.
const maxUngrouped = 12;

const sum = (payments: readonly Payment[]) => payments.reduce((all, { amount }) => all + amount, 0n);

/** Every payment with its date and exact amount, and their total. Long tables are grouped by month. */
export function Payments({ payments, total, price, returned, booked, exact = false }: PaymentsProps) {
  const { t } = useWords();
  const [all, setAll] = useState(false);
  const months = [...Map.groupBy(payments, ({ at }) => utcDay(at).slice(0, 7))];
  const isLong = payments.length > maxUngrouped;
  let before = 0;
  return (
    <Card aria-labelledby="payments">
      <div className={styles.head}>
        <h2 id="payments">{t('wealth.table.title')}</h2>
        {isLong && (
          <Button small kind="soft" aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? 'wealth.table.fold' : 'wealth.table.open')}
          </Button>
        )}
      </div>
      {isLong ? (
        months.map(([month, ofMonth]) => {
          const first = before;
          before += ofMonth.length;
          return (
            <details key={`${month} ${all}`} className={styles.month} open={all}>
              <summary>
                <Icon name="chev" size={14} />
                <span>
                  {month}
                  <small>{t('wealth.payments', { count: ofMonth.length })}</small>
                </span>
                <b>+{write(sum(ofMonth))}</b>
              </summary>
              <Lines payments={ofMonth} booked={booked === undefined ? undefined : booked - first} exact={exact} />
            </details>
          );
        })
      ) : (
        <Lines payments={payments} booked={booked} exact={exact} />
      )}
      <dl className={styles.total}>
        <div>
          <dt>{t('wealth.table.sum', { count: payments.length })}</dt>
          <dd>+{write(total)} USDT</dd>
        </div>
        {price !== undefined && (
          <div>
            <dt>{t('wealth.lessPrice')}</dt>
            <dd>{gained(total - price)} USDT</dd>
          </div>
        )}
        {returned && (
          <div>
            <dt>
              {t('wealth.table.returned')}{' '}
              <small>{exact ? <TimeText at={returned.at} /> : <Day at={returned.at} />}</small>
            </dt>
            <dd>{write(returned.amount)} USDT</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

function Lines({ payments, booked, exact }: Pick<PaymentsProps, 'payments' | 'booked'> & { exact: boolean }) {
  const { t } = useWords();
  return (
    <table className={styles.lines}>
      <thead className="vh">
        <tr>
          <th scope="col">{t('wealth.table.date')}</th>
          <th scope="col">{t('wealth.table.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {payments.map(({ at, amount }, place) => (
          <tr key={at}>
            <th scope="row">
              {exact ? <TimeText at={at} /> : <Day at={at} />}
              {booked !== undefined && (
                <small className={place < booked ? styles.booked : undefined}>
                  {place < booked && <Icon name="check" size={14} />}
                  {t(place < booked ? 'wealth.table.booked' : 'wealth.table.coming')}
                </small>
              )}
            </th>
            <td>+{write(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
