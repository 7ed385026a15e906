import { formatExact } from '@glasshouse/kit/format.ts';
import { addDecimal, compareDecimal, subtractDecimal, tidyDecimal } from '@glasshouse/protocol/decimal';
import type { Wallet } from '@glasshouse/protocol/ledger/books';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import styles from './Assets.module.css';
import { Figure } from './Figure.tsx';

export type Change = { wallet: Wallet; currency: string; before: string; amount: string; gives: boolean };

/** The balance of both accounts after the action, with the calculation. */
export function After({ changes }: { changes: readonly Change[] }) {
  const { t } = useWords();
  const hidden = useHidden();
  const possible = changes.every(({ before, amount, gives }) => !gives || compareDecimal(before, amount) >= 0);
  return (
    <Card pad className={styles.after} aria-labelledby="after">
      <h2 id="after">{t('assets.after')}</h2>
      <KeyValues>
        {changes.map(({ wallet, currency, before, amount, gives }) => {
          const change = possible ? amount : '0';
          const left = tidyDecimal((gives ? subtractDecimal : addDecimal)(before, change));
          const working = `${formatExact(before)} ${gives ? '−' : '+'} ${formatExact(change)} = ${formatExact(left)}`;
          return (
            <KeyValue
              key={wallet}
              label={t(`assets.wallets.${wallet}`)}
              note={hidden || compareDecimal(change, '0') === 0 ? undefined : working}
            >
              {possible || !gives ? <Figure amount={left} currency={currency} /> : t('assets.notEnough')}
            </KeyValue>
          );
        })}
      </KeyValues>
    </Card>
  );
}
