import { now } from '@glasshouse/kit/clock.ts';
import { earnedSources, type IncomeSource } from '@glasshouse/protocol/ledger/books';
import { utcDay } from '@glasshouse/protocol/utc-day';
import { type Overview, statementPath } from '../lib/assets.ts';
import { useHidden } from '../lib/hidden.ts';
import type { KindGroup } from '../lib/posting-kinds.ts';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Money } from '../ui/Money.tsx';
import styles from './Assets.module.css';

const isEarned = (source: IncomeSource): source is (typeof earnedSources)[number] =>
  earnedSources.some((each) => each === source);

/** The result of today and in total, with its parts, and separately what the house granted. */
export function Income({ income }: { income: Overview['income'] }) {
  const { t } = useWords();
  const lineOf = ({ source, today, total }: Overview['income']['sources'][number]) => (
    <Line
      key={source}
      name={t(isEarned(source) ? `ui.earned.${source}` : `assets.sources.${source}`)}
      kind={source}
      today={today}
      total={total}
    />
  );
  return (
    <section aria-labelledby="income">
      <div className={styles.head}>
        <h2 id="income">{t('assets.income')}</h2>
        <small>{t('assets.incomeDay')}</small>
      </div>
      <Card>
        <table className={styles.income}>
          <thead>
            <tr>
              <th scope="col">{t('assets.source')}</th>
              <th scope="col">{t('assets.today')}</th>
              <th scope="col">{t('assets.cumulative')}</th>
            </tr>
          </thead>
          <tbody>
            {income.sources.filter(({ source }) => isEarned(source)).map(lineOf)}
            <Line sum name={t('assets.earned')} kind="earned" today={income.today} total={income.total} />
          </tbody>
          <tbody>
            <tr className={styles.given}>
              <th scope="rowgroup" colSpan={3}>
                {t('assets.given')}
              </th>
            </tr>
            {income.sources.filter(({ source }) => !isEarned(source)).map(lineOf)}
          </tbody>
        </table>
      </Card>
    </section>
  );
}

type LineProps = { name: string; kind: KindGroup; today: string; total: string; sum?: boolean };

function Line({ name, kind, today, total, sum = false }: LineProps) {
  return (
    <tr className={sum ? styles.result : undefined}>
      <th scope="row">{name}</th>
      <td>
        <Earned amount={today} to={statementPath({ kind, from: utcDay(now()) })} />
      </td>
      <td>
        <Earned amount={total} to={statementPath({ kind })} />
      </td>
    </tr>
  );
}

function Earned({ amount, to }: { amount: string; to: string }) {
  const hidden = useHidden();
  return (
    <Link to={to}>
      <Money amount={amount} signed hidden={hidden} />
    </Link>
  );
}
