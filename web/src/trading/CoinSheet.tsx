import { Icon } from '@glasshouse/kit/Icon.tsx';
import { coins } from '@glasshouse/protocol/market/coins';
import { useEffect, useState } from 'react';
import { useFavourites } from '../lib/favourites.ts';
import { useTape, watchQuotes } from '../lib/quotes.ts';
import { useWords } from '../lib/words.tsx';
import { Coin } from '../ui/Coin.tsx';
import { LiveChange, LivePrice } from '../ui/LiveQuote.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import styles from './CoinSheet.module.css';

export type CoinSheetProps = { open: boolean; chosen: string; onClose: () => void; onChoose: (symbol: string) => void };

/** All coins with their prices, favorites first. */
export function CoinSheet({ open, chosen, onClose, onChoose }: CoinSheetProps) {
  const { t } = useWords();
  return (
    <Sheet open={open} onClose={onClose} title={t('contract.chooseCoin')}>
      <Choices chosen={chosen} onChoose={onChoose} />
    </Sheet>
  );
}

function Choices({ chosen, onChoose }: Pick<CoinSheetProps, 'chosen' | 'onChoose'>) {
  const { t } = useWords();
  const { favourites } = useFavourites();
  const quoted = useTape(({ symbols }) => symbols);
  useEffect(() => watchQuotes(), []);
  const [search, setSearch] = useState('');
  const words = search.trim().toUpperCase().replace('/USDT', '');
  const found = coins
    .filter(({ symbol }) => quoted.includes(symbol))
    .filter(({ symbol, name }) => symbol.includes(words) || name.toUpperCase().includes(words))
    .toSorted((a, b) => Number(favourites.includes(b.symbol)) - Number(favourites.includes(a.symbol)));
  return (
    <div className={styles.choices}>
      <SearchField label={t('market.search')} value={search} onChange={setSearch} />
      <p className="vh" role="status">
        {found.length === 0 && t('market.noneFound', { search })}
      </p>
      {found.length === 0 && <p className={styles.none}>{t('market.noneFound', { search })}</p>}
      <ul>
        {found.map(({ symbol, name }) => (
          <li key={symbol}>
            <button
              type="button"
              className={styles.coin}
              aria-current={symbol === chosen || undefined}
              onClick={() => onChoose(symbol)}
            >
              <Coin symbol={symbol} size={32} />
              <span className={styles.name}>
                <b>
                  {symbol}
                  {favourites.includes(symbol) && <Icon name="star" size={14} fill />}
                  {symbol === chosen && <Icon name="check" size={16} />}
                </b>
                <small>{name}</small>
              </span>
              <span className={styles.figures}>
                <b>
                  <LivePrice symbol={symbol} />
                </b>
                <LiveChange symbol={symbol} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
