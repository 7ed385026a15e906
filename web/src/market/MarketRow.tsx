import { formatDecimal } from '@glasshouse/kit/format.ts';
import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from '../lib/router.tsx';
import { convertPrice, useSecondCurrency } from '../lib/second-currency.ts';
import { useQuotePart } from '../lib/use-quotes.ts';
import { useWords } from '../lib/words.tsx';
import { Coin } from '../ui/Coin.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { LiveChange, LiveDay, LivePrice, LiveSpark, LiveVolume } from '../ui/LiveQuote.tsx';
import { currencyMark } from '../ui/Money.tsx';
import styles from './MarketRow.module.css';

type LiveSecondPriceProps = { symbol: string; still: boolean };

/** The live price in this device's second currency. */
function LiveSecondPrice({ symbol, still }: LiveSecondPriceProps) {
  const second = useSecondCurrency();
  const { locale } = useWords();
  const price = useQuotePart(symbol, (quote) => quote.price, still);
  if (price === undefined || !second) return null;
  const { amount, decimals } = convertPrice(price, second.rate);
  return `${currencyMark(second.currency, locale)}${formatDecimal(amount, decimals)}`;
}

const listeners = new WeakMap<Element, (near: boolean) => void>();
let observer: IntersectionObserver | undefined;

function observe(element: Element, tell: (near: boolean) => void) {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    },
    { rootMargin: '200px 0px' },
  );
  listeners.set(element, tell);
  observer.observe(element);
  return () => observer?.unobserve(element);
}

/** Whether an element is on or near the screen; others need no updates. All rows share one observer. */
function useNear(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(true);
  useEffect(() => (element.current ? observe(element.current, setNear) : undefined), [element]);
  return near;
}

type MarketRowProps = { symbol: string; favourite: boolean; isDesk: boolean; onToggle: (symbol: string) => void };

/** One coin of the list. Its figures update only while it is on the screen. */
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
