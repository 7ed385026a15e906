import { Icon } from '@glasshouse/kit/Icon.tsx';
import { type Network, networks } from '@glasshouse/protocol/movements/addresses';
import { useId } from 'react';
import { useWords } from '../lib/words.tsx';
import styles from './Networks.module.css';

// Proper names, the same in every language.
const chains: Record<Network, string> = { TRC20: 'TRON', ERC20: 'Ethereum', BEP20: 'BNB Chain' };

/** The choice of the network for a deposit. */
export function Networks({ value, onChange }: { value: Network; onChange: (network: Network) => void }) {
  const { t } = useWords();
  const name = useId();
  return (
    <fieldset className={styles.networks} aria-label={t('deposits.selectNetwork')}>
      {networks.map((network) => (
        <label key={network} className={styles.network}>
          <input
            type="radio"
            className="vh"
            name={name}
            checked={network === value}
            onChange={() => onChange(network)}
          />
          <b>{network}</b>
          <small>{chains[network]}</small>
          {network === value && (
            <span className={styles.mark}>
              <Icon name="check" size={14} />
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
