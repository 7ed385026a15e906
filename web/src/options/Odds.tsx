import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Link } from '../lib/router.tsx';
import { useWords, Words } from '../lib/words.tsx';
import { costInCents, type Facts, moneyText } from './reckon.ts';
import styles from './Ticket.module.css';

/** What can be lost, and what is lost on average: they stand beside every button that buys. */
export function Odds({ facts: { premium, average } }: { facts: Facts }) {
  const { t } = useWords();
  return (
    <p className={styles.odds}>
      <span>
        {t('option.most')} <b>{costInCents(premium)}</b> USDT
      </span>
      <span>
        <Words k="option.averages" amount={<b>{moneyText(-average)}</b>} />
      </span>
    </p>
  );
}

/** Leads to how the average and the chance come about, and what was measured. */
export function HowMeasured() {
  const { t } = useWords();
  return (
    <Link className={styles.measured} to="/helps/help#options">
      {t('option.measured')}
      <Icon name="chev" size={14} />
    </Link>
  );
}
