import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useWords } from '../lib/words.tsx';
import { Coin } from '../ui/Coin.tsx';
import { useTapped } from '../ui/use-code.ts';
import styles from './CoinSheet.module.css';
import type { CoinSheetProps } from './CoinSheet.tsx';

/** The traded pair; pressing it opens the choice of coins. */
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

/** The sheet of all coins; its code loads when it is first opened. */
export function CoinChoice(props: CoinSheetProps) {
  const CoinSheet = useTapped(props.open, async () => (await import('./CoinSheet.tsx')).CoinSheet, props.onClose);
  return CoinSheet && <CoinSheet {...props} />;
}
