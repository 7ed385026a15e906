import { now } from '@glasshouse/kit/clock.ts';
import { utcDay } from '@glasshouse/protocol/utc-day';
import { Link } from 'react-router';
import { statementPath, useOverview } from '../lib/assets.ts';
import { useHidden } from '../lib/hidden.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Delta } from '../ui/Delta.tsx';
import { Money } from '../ui/Money.tsx';
import { Valuation } from '../ui/Valuation.tsx';
import styles from './Worth.module.css';

/** What a user owns, and what trading and products have brought today; a grant is no result. */
export function Worth({ name }: { name: string }) {
  const { t } = useWords();
  const hidden = useHidden();
  const income = useOverview().data?.income.today;
  return (
    <section className={styles.worth} aria-label={t('ui.totalAssets')}>
      <h1 className="vh">{t('home.hello', { name })}</h1>
      <Valuation />
      {income !== undefined && (
        <Link className={styles.income} to={statementPath({ kind: 'earned', from: utcDay(now()) })}>
          <Words k="home.incomeToday" change={hidden ? <Money amount={income} hidden /> : <Delta value={income} />} />
        </Link>
      )}
    </section>
  );
}
