import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useWords } from '../lib/words.tsx';
import { Coin } from '../ui/Coin.tsx';
import styles from './CoinSheet.module.css';

/** The pair that is traded; pressing it offers the others. */
export function CoinButton({ symbol, onPress }: { symbol: string; onPress: () => void }) {
  const { t } = useWords();
  return (
    <button type="button" className={styles.pair} aria-haspopup="dialog" onClick={onPress}>
      <Coin symbol={symbol} size={28} />
      <span>
        {symbol}
        <small>/USDT</small>
      </span>
      <Icon name="chevd" size={16} />
      <span className="vh">{t('contract.changeCoin')}</span>
    </button>
  );
}
