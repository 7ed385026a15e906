import { directionOf, formatDecimal, formatTime } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { subtractDecimal } from '@glasshouse/protocol/decimal';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { msOf } from '@glasshouse/protocol/market/tape';
import { useEffect, useMemo, useState } from 'react';
import { useFavourites } from '../lib/favourites.ts';
import { quoteOf, whenQuoteChanges } from '../lib/quotes.ts';
import { Link } from '../lib/router.tsx';
import { useCandles } from '../lib/use-candles.ts';
import { useWords } from '../lib/words.tsx';
import { Coin } from '../ui/Coin.tsx';
import { LiveChange, LivePrice } from '../ui/LiveQuote.tsx';
import { Sparkline } from '../ui/Sparkline.tsx';
import styles from './Tapes.module.css';

const coins = 4;
const seconds = 120;
const ticks = 3;

/** The tapes of several coins side by side, tick by tick: favorites first, then the first coins of the list. */
export function Tapes({ symbols }: { symbols: readonly string[] }) {
  const { t } = useWords();
  const { favourites } = useFavourites();
  const shown = [...new Set([...favourites, ...symbols])].slice(0, coins);
  return (
    <aside className={styles.tapes} aria-label={t('market.tapes')}>
      <h2>{t('market.tapes')}</h2>
      <div>
        {shown.map((symbol) => (
          <Tape key={symbol} symbol={symbol} />
        ))}
      </div>
    </aside>
  );
}

function Tape({ symbol }: { symbol: string }) {
  return (
    <Link to={`/market?symbol=${symbol}`} className={styles.tape}>
      <span className={styles.head}>
        <Coin symbol={symbol} size={20} />
        <b>{symbol}</b>
        <LiveChange symbol={symbol} />
        <b>
          <LivePrice symbol={symbol} />
        </b>
      </span>
      <Line symbol={symbol} />
      <Ticks symbol={symbol} />
    </Link>
  );
}

/** The last minutes, one point per second. */
function Line({ symbol }: { symbol: string }) {
  const { candles } = useCandles(symbol, '1s');
  const closes = useMemo(() => candles.slice(-seconds).map(({ close }) => close), [candles]);
  const values = useMemo(() => closes.map(Number), [closes]);
  const way = closes.length > 1 ? directionOf(subtractDecimal(closes.at(-1)!, closes[0]!), 8) : 'flat';
  return (
    <span className={styles.line}>
      {values.length > 1 && <Sparkline values={values} direction={way} width={304} height={44} />}
    </span>
  );
}

type Tick = { slot: number; price: string };
const newest = (symbol: string): Tick[] => {
  const quote = quoteOf(symbol);
  return quote ? [{ slot: quote.slot, price: quote.price }] : [];
};

/** The newest ticks as they arrive. */
function Ticks({ symbol }: { symbol: string }) {
  const [list, setList] = useState<readonly Tick[]>(() => newest(symbol));
  useEffect(
    () =>
      whenQuoteChanges(symbol, () =>
        setList((before) => {
          const fresh = newest(symbol).filter(({ slot }) => slot !== before[0]?.slot);
          return fresh.length > 0 ? [...fresh, ...before].slice(0, ticks) : before;
        }),
      ),
    [symbol],
  );
  return (
    <span className={styles.ticks} aria-hidden="true">
      {list.map(({ slot, price }) => (
        <small key={slot}>
          <span>{`#${tickNumber(slot)}`}</span>
          <span>{formatTime(msOf(slot), 'time')}</span>
          <span>{formatDecimal(price, coinBySymbol(symbol)?.decimals)}</span>
        </small>
      ))}
    </span>
  );
}
