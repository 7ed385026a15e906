import { classes } from '@glasshouse/kit/classes.ts';
import { directionOf } from '@glasshouse/kit/format.ts';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import { type CSSProperties, useId } from 'react';
import { useHidden } from '../lib/hidden.ts';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Coin } from '../ui/Coin.tsx';
import { Money } from '../ui/Money.tsx';
import styles from './Results.module.css';

type Part = { name: string; coin?: string; profit: string; note: string; choice: Record<string, string> };
type ProfitsProps = {
  title: string;
  name: string;
  /** The path of the orders. */
  records: string;
  parts: readonly Part[];
};

/** Profit and loss of each part as bars around zero, in a table. Each row links to its orders. */
export function Profits({ title, name, records, parts }: ProfitsProps) {
  const { t } = useWords();
  const hidden = useHidden();
  const id = useId();
  // Only for drawing: scales the bars to the largest figure.
  const largest = Math.max(...parts.map(({ profit }) => Math.abs(Number(profit))), 0.01);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.head}>
        {title}
      </h2>
      <Card>
        <table className={styles.parts} aria-labelledby={id}>
          <thead className="vh">
            <tr>
              <th scope="col">{name}</th>
              <th scope="col">{t('results.profit')}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ name, coin, choice, profit, note }) => {
              const way = directionOf(profit);
              const size = { '--size': hidden ? '0%' : `${(Math.abs(Number(profit)) / largest) * 50}%` };
              return (
                <tr key={name}>
                  <th scope="row">
                    <Link to={`${records}?${new URLSearchParams(choice)}`}>
                      {coin && <Coin symbol={coin} size={28} />}
                      <span>
                        {name}
                        <small>{note}</small>
                      </span>
                    </Link>
                  </th>
                  <td>
                    <b className={classes(!hidden && styles[way])}>
                      <Money amount={profit} signed hidden={hidden} />
                    </b>
                    <span className={styles.bar} style={size as CSSProperties} aria-hidden="true">
                      <i className={hidden ? undefined : styles[`${way}Bar`]} />
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Card>
    </section>
  );
}

type CoinProfitsProps<P> = { records: string; of: readonly P[]; noteOf: (part: P) => string };

/** The same for each coin, highest profit first. */
export function CoinProfits<P extends { symbol: string; profit: string }>({
  records,
  of,
  noteOf,
}: CoinProfitsProps<P>) {
  const { t } = useWords();
  return (
    <Profits
      title={t('results.byCoin')}
      name={t('orders.filter.symbol')}
      records={records}
      parts={of
        .toSorted((a, b) => compareDecimal(b.profit, a.profit))
        .map((part) => ({
          ...{ name: part.symbol, coin: part.symbol, profit: part.profit, note: noteOf(part) },
          choice: { symbol: part.symbol },
        }))}
    />
  );
}
