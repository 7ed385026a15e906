import { formatSigned } from '@glasshouse/kit/format.ts';
import type { Results } from '@glasshouse/protocol/contracts/calls';
import { useHidden } from '../../lib/hidden.ts';
import { useWords } from '../../lib/words.tsx';
import styles from '../../trading/Results.module.css';
import { Card } from '../../ui/Card.tsx';
import { KeyValue, KeyValues } from '../../ui/KeyValues.tsx';
import { Money } from '../../ui/Money.tsx';
import { endedIn } from './results.ts';

/** What all of it came to, and what an order came to on average. */
export function Sums({ results: { total, average } }: { results: Results }) {
  const { t } = useWords();
  const hidden = useHidden();
  const { wins, losses, draws, voids, staked, profit } = total;
  const ended = endedIn(total);
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
          <KeyValue label={t('results.average')} note={hidden ? undefined : `${formatSigned(profit)} ÷ ${ended}`}>
            <Money amount={average} currency="USDT" signed hidden={hidden} />
          </KeyValue>
          <KeyValue label={t('results.staked')}>
            <Money amount={staked} currency="USDT" hidden={hidden} />
          </KeyValue>
          <KeyValue label={t('results.ended')} note={t('results.outcomes', { wins, losses, draws, voids })}>
            {ended}
          </KeyValue>
        </KeyValues>
      </Card>
    </section>
  );
}
