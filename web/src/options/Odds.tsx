import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Link } from '../lib/router.tsx';
import { useWords, Words } from '../lib/words.tsx';
import { costInCents, type Facts, moneyText } from './quote-facts.ts';
import styles from './Ticket.module.css';

/** The possible loss and the average loss, shown next to every buy button. */
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

/** Links to how the average and the odds are computed and measured. */
export function HowMeasured() {
  const { t } = useWords();
  return (
    <Link className={styles.measured} to="/helps/help#options">
      {t('option.measured')}
      <Icon name="chev" size={14} />
    </Link>
  );
}
