import { memo, useRef } from 'react';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Coin } from '../ui/Coin.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { LiveChange, LiveDay, LivePrice, LiveSpark, LiveVolume } from '../ui/LiveQuote.tsx';
import { useNear } from '../ui/use-near.ts';
import { LiveSecondPrice } from './LiveSecondPrice.tsx';
import styles from './MarketRow.module.css';

type MarketRowProps = { symbol: string; favourite: boolean; isDesk: boolean; onToggle: (symbol: string) => void };

/** One coin of the list. Its figures move only while it is on the screen. */
export const MarketRow = memo(function MarketRow({ symbol, favourite, isDesk, onToggle }: MarketRowProps) {
  const { t } = useWords();
  const row = useRef<HTMLLIElement>(null);
  const still = !useNear(row);
  return (
    <li ref={row} className={styles.row}>
      <IconButton
        icon="star"
        size={18}
        fill={favourite}
        quiet={!favourite}
        aria-pressed={favourite}
        label={t('market.favourite', { symbol })}
        onClick={() => onToggle(symbol)}
      />
      <Link to={`/market?symbol=${symbol}`} className={styles.link}>
        <Coin symbol={symbol} />
        <span className={styles.name}>
          <b>
            {symbol}
            <span>/USDT</span>
          </b>
          <small>
            <LiveVolume symbol={symbol} still={still} />
          </small>
        </span>
        <span className={styles.spark}>
          <LiveSpark symbol={symbol} still={still} width={isDesk ? 96 : 34} height={isDesk ? 28 : 22} />
        </span>
        {isDesk && (
          <>
            <span className={styles.day}>
              <LiveDay symbol={symbol} still={still} end="high" />
            </span>
            <span className={styles.day}>
              <LiveDay symbol={symbol} still={still} end="low" />
            </span>
          </>
        )}
        <span className={styles.price}>
          <b>
            <LivePrice symbol={symbol} still={still} />
          </b>
          <small>
            <LiveSecondPrice symbol={symbol} still={still} />
          </small>
        </span>
        <LiveChange symbol={symbol} still={still} pill />
      </Link>
    </li>
  );
});
