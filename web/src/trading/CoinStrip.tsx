import { useFavourites } from '../lib/favourites.ts';
import { useWords } from '../lib/words.tsx';
import { Coin } from '../ui/Coin.tsx';
import { LiveChange, LivePrice } from '../ui/LiveQuote.tsx';
import styles from './CoinStrip.module.css';

const maxCoins = 6;

type CoinStripProps = { symbols: readonly string[]; chosen: string; onChoose: (symbol: string) => void };

/** The user's favorite coins with live prices, above the chart of the chosen one. */
export function CoinStrip({ symbols, chosen, onChoose }: CoinStripProps) {
  const { t } = useWords();
  const { favourites } = useFavourites();
  const shown = [...new Set([...favourites, ...symbols])].slice(0, maxCoins);
  if (!shown.includes(chosen)) shown.splice(-1, 1, chosen);
  return (
    <fieldset className={styles.strip} aria-label={t('contract.chooseCoin')}>
      {shown.map((symbol) => (
        <button key={symbol} type="button" aria-pressed={symbol === chosen} onClick={() => onChoose(symbol)}>
          <Coin symbol={symbol} size={18} />
          {symbol}
          <LivePrice symbol={symbol} />
          <LiveChange symbol={symbol} />
        </button>
      ))}
    </fieldset>
  );
}
