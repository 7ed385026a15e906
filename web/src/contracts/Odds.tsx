import { useWords, Words } from '../lib/words.tsx';
import { oddsOf } from './odds.ts';
import styles from './Ticket.module.css';

/** The payouts of both outcomes and what the return means, shown before the order. */
export function Odds({ units, returnBp }: { units: bigint; returnBp: number }) {
  const { t } = useWords();
  const { gain, loss, breakEven, average } = oddsOf(units, returnBp);
  return (
    <div className={styles.odds}>
      <p>
        {t('orders.ifRight')} <b className={styles.up}>{gain}</b>
      </p>
      <p>
        {t('orders.ifWrong')} <b className={styles.down}>{loss}</b>
      </p>
      <p>
        <Words k="contract.breakEven" share={<b>{breakEven}</b>} />
      </p>
      <p>
        <Words k="contract.average" amount={<b>{average}</b>} />
      </p>
    </div>
  );
}
