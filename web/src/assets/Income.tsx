import { Link } from 'react-router';
import { type KindGroup, type Overview, statementPath, utcDay } from '../lib/assets.ts';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Money } from '../ui/Money.tsx';
import styles from './Assets.module.css';

type Line = { name: string; kind: KindGroup; today: string; total: string };

/** What has come in since midnight and altogether, by where it came from. */
export function Income({ income }: { income: Overview['income'] }) {
  const { t } = useWords();
  const lines: Line[] = [
    ...income.sources.map(
      ({ source, today, total }): Line => ({
        name: t(`assets.sources.${source}`),
        kind: source === 'trading' ? 'contracts' : source,
        today,
        total,
      }),
    ),
    { name: t('assets.allIncome'), kind: 'income', today: income.today, total: income.total },
  ];
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
            {lines.map(({ name, kind, today, total }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <Earned amount={today} to={statementPath({ kind, from: utcDay() })} />
                </td>
                <td>
                  <Earned amount={total} to={statementPath({ kind })} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </section>
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
