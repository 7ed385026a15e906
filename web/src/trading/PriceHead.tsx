import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import { useState } from 'react';
import { usePreferences } from '../lib/preferences.ts';
import { useTape } from '../lib/quotes.ts';
import { useQuote } from '../lib/use-quotes.ts';
import { useWords } from '../lib/words.tsx';
import { type DayFigure, DayFigures } from '../ui/DayFigures.tsx';
import { Delta } from '../ui/Delta.tsx';
import { Price } from '../ui/Price.tsx';
import { SecondAmount } from '../ui/SecondAmount.tsx';
import styles from './PriceHead.module.css';

type PriceHeadProps = {
  symbol: string;
  /** Shown instead of the day's volume. */
  last?: DayFigure | undefined;
};

/** The price and the figures of the day. */
export function PriceHead({ symbol, last }: PriceHeadProps) {
  const { t } = useWords();
  const quote = useQuote(symbol);
  const paused = useTape((tape) => tape.paused !== undefined);
  const flash = usePreferences(({ flashPrices }) => flashPrices);
  if (!quote) return null;
  const { price, change, decimals } = quote;
  return (
    <section className={styles.head} aria-label={t('market.priceOf', { symbol })}>
      <div className={styles.hero}>
        <p className={styles.live}>
          <Price size="live" value={price} precision={decimals} flash={flash} paused={paused} />
          {!paused && <Arrow key={symbol} price={price} />}
        </p>
        <p className={styles.about}>
          <Delta percent={change} />
          {paused ? <Tag tone="amber">{t('market.paused')}</Tag> : <SecondAmount usdt={price} kind="price" />}
        </p>
      </div>
      <DayFigures quote={quote} last={last} className={styles.day} />
    </section>
  );
}

/** The direction of the newest tick. */
function Arrow({ price }: { price: string }) {
  const [seen, setSeen] = useState({ price, way: 0 });
  if (seen.price !== price) setSeen({ price, way: compareDecimal(price, seen.price) });
  if (seen.way === 0) return null;
  return <Icon name={seen.way > 0 ? 'up' : 'down'} size={20} className={seen.way > 0 ? styles.rose : styles.fell} />;
}
