import { placesOf } from '@glasshouse/kit/format.ts';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Money } from '../ui/Money.tsx';
import styles from './Records.module.css';
import type { Shown } from './records.ts';

/** The effect of a record on the user's own wallets, with the other side of each posting. */
export function Postings({ postings }: { postings: Shown['postings'] }) {
  const { t } = useWords();
  const hidden = useHidden();
  return (
    <Card pad aria-label={t('records.postings')}>
      <h2 className={styles.title}>{t('records.postings')}</h2>
      {postings.length === 0 ? (
        <p className={styles.none}>{t('records.noPostings')}</p>
      ) : (
        <KeyValues>
          {postings.map(({ kind, at, wallet, currency, amount, other }) => (
            <KeyValue
              key={`${kind} ${wallet} ${at}`}
              label={t(`assets.kinds.${kind}`)}
              note={`${t(`assets.wallets.${wallet}`)} · ${t('records.otherSide', { side: t(`assets.sides.${other}`) })}`}
            >
              <Money amount={amount} currency={currency} decimals={placesOf(amount)} signed hidden={hidden} />
            </KeyValue>
          ))}
        </KeyValues>
      )}
    </Card>
  );
}
