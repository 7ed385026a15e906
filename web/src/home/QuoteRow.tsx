import { memo } from 'react';
import { Link } from '../lib/router.tsx';
import { Words } from '../lib/words.tsx';
import { Coin } from '../ui/Coin.tsx';
import { LiveChange, LivePrice, LiveSpark, LiveVolume } from '../ui/LiveQuote.tsx';
import styles from './Quotes.module.css';

/** One coin with its sparkline of the day. */
export const QuoteRow = memo(function QuoteRow({ symbol }: { symbol: string }) {
  return (
    <li className={styles.item}>
      <Link to={`/market?symbol=${symbol}`} className={styles.row}>
        <Coin symbol={symbol} size={36} />
        <span className={styles.name}>
          <b>
            {symbol}
            <span>/USDT</span>
          </b>
          <small>
            <Words k="home.quotes.volume" amount={<LiveVolume symbol={symbol} />} />
          </small>
        </span>
        <LiveSpark symbol={symbol} />
        <span className={styles.price}>
          <b>
            <LivePrice symbol={symbol} />
          </b>
          <small>
            <LiveChange symbol={symbol} />
          </small>
        </span>
      </Link>
    </li>
  );
});
