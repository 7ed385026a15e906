import { formatUnits, parseRate, parseUnits, usdtToCny } from '@glasshouse/protocol/money';
import { useState } from 'react';
import { compact } from '../lib/compact.ts';
import { compareDecimal, formatDecimal } from '../lib/format.ts';
import { usePreferences } from '../lib/preferences.ts';
import { useTape } from '../lib/quotes.ts';
import { useSite } from '../lib/site.ts';
import { useQuote } from '../lib/use-quotes.ts';
import { useWords } from '../lib/words.tsx';
import { Delta } from '../ui/Delta.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Money } from '../ui/Money.tsx';
import { Price } from '../ui/Price.tsx';
import { Tag } from '../ui/Tag.tsx';
import styles from './PriceHead.module.css';

/** The price itself and the day around it. */
export function PriceHead({ symbol }: { symbol: string }) {
  const { t } = useWords();
  const quote = useQuote(symbol);
  const paused = useTape((tape) => tape.paused !== undefined);
  const flash = usePreferences(({ flashPrices }) => flashPrices);
  if (!quote) return null;
  const { price, change, high, low, volume, decimals } = quote;
  return (
    <section className={styles.head} aria-label={t('market.priceOf', { symbol })}>
      <div className={styles.hero}>
        <p className={styles.live}>
          <Price size="live" value={price} precision={decimals} flash={flash} paused={paused} />
          {!paused && <Arrow key={symbol} price={price} />}
        </p>
        <p className={styles.about}>
          <Delta percent={change} />
          {paused ? <Tag tone="amber">{t('market.paused')}</Tag> : <InYuan price={price} />}
        </p>
      </div>
      <dl className={styles.day}>
        <div>
          <dt>{t('market.high')}</dt>
          <dd>{formatDecimal(high, decimals)}</dd>
        </div>
        <div>
          <dt>{t('market.low')}</dt>
          <dd>{formatDecimal(low, decimals)}</dd>
        </div>
        <div>
          <dt>{t('market.volume')}</dt>
          <dd>{compact(volume)}</dd>
        </div>
      </dl>
    </section>
  );
}

/** Which way the newest tick went. */
function Arrow({ price }: { price: string }) {
  const [seen, setSeen] = useState({ price, way: 0 });
  if (seen.price !== price) setSeen({ price, way: compareDecimal(price, seen.price) });
  if (seen.way === 0) return null;
  return <Icon name={seen.way > 0 ? 'up' : 'down'} size={20} className={seen.way > 0 ? styles.rose : styles.fell} />;
}

function InYuan({ price }: { price: string }) {
  const { cnyRate } = useSite();
  const rate = cnyRate === undefined ? undefined : parseRate(cnyRate);
  const usdt = parseUnits(price, 'USDT');
  if (rate === undefined || usdt === undefined) return null;
  const yuan = usdtToCny(usdt, rate);
  return yuan > 0n && <Money amount={formatUnits(yuan, 'CNY')} currency="CNY" about />;
}
