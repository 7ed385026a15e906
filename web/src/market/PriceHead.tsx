import { Tag } from '@glasshouse/kit/Tag.tsx';
import { subtractDecimal } from '@glasshouse/protocol/decimal';
import { usePreferences } from '../lib/preferences.ts';
import { useTape } from '../lib/quotes.ts';
import { useQuote } from '../lib/use-quotes.ts';
import { useWords } from '../lib/words.tsx';
import { DayFigures } from '../ui/DayFigures.tsx';
import { Delta } from '../ui/Delta.tsx';
import { Price } from '../ui/Price.tsx';
import styles from './SymbolView.module.css';
import { TickLine } from './TickLine.tsx';

/** The price, its change over a day, and its tick. */
export function PriceHead({ symbol }: { symbol: string }) {
  const { t } = useWords();
  const quote = useQuote(symbol);
  const paused = useTape((tape) => tape.paused !== undefined);
  const flash = usePreferences(({ flashPrices }) => flashPrices);
  if (!quote) return null;
  const { price, open, change, decimals } = quote;
  return (
    <section className={styles.head} aria-label={t('market.priceOf', { symbol })}>
      <div className={styles.hero}>
        <p className={styles.live}>
          <Price size="live" value={price} precision={decimals} flash={flash} paused={paused} />
          {paused && <Tag tone="amber">{t('market.paused')}</Tag>}
        </p>
        <Delta value={subtractDecimal(price, open)} percent={change} decimals={decimals} />
      </div>
      <DayFigures quote={quote} className={styles.day} />
      <TickLine quote={quote} />
    </section>
  );
}
