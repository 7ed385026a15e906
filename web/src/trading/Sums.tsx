import { formatSigned } from '@glasshouse/kit/format.ts';
import type { ReactNode } from 'react';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Money } from '../ui/Money.tsx';
import styles from './Results.module.css';

type SumsProps = {
  profit: string;
  average: string;
  /** The total paid, and what paying is called in this product. */
  paid: { name: string; amount: string };
  ended: { count: number; note: string };
  /** An explanation of the profit, right below it. */
  children?: ReactNode;
};

/** The total profit and the average per order. */
export function Sums({ profit, average, paid, ended, children }: SumsProps) {
  const { t } = useWords();
  const hidden = useHidden();
  const working = `${formatSigned(profit)} ÷ ${ended.count}`;
  return (
    <section aria-labelledby="sums">
      <h2 id="sums" className={styles.head}>
        {t('results.sums')}
      </h2>
      <Card className={styles.sums}>
        <KeyValues>
          <KeyValue label={t('results.profit')}>
            <Money amount={profit} currency="USDT" signed hidden={hidden} />
          </KeyValue>
          {children}
          <KeyValue label={t('results.average')} note={hidden ? undefined : working}>
            <Money amount={average} currency="USDT" signed hidden={hidden} />
          </KeyValue>
          <KeyValue label={paid.name}>
            <Money amount={paid.amount} currency="USDT" hidden={hidden} />
          </KeyValue>
          <KeyValue label={t('results.ended')} note={ended.note}>
            {ended.count}
          </KeyValue>
        </KeyValues>
      </Card>
    </section>
  );
}
