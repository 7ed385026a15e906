import type { Wallet } from '@glasshouse/protocol/ledger/books';
import { useWords } from '../lib/words.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import styles from './Assets.module.css';

export type UsdtWallet = Exclude<Wallet, 'cash'>;
type Ends = { from: UsdtWallet; to: UsdtWallet };
type WayProps = Ends & { choices: readonly UsdtWallet[]; onChange: (ends: Ends) => void };

/** Source and target account. Choosing the account of the other end swaps them. */
export function Way({ choices, from, to, onChange }: WayProps) {
  const { t } = useWords();
  const options = choices.map((value) => ({ value, label: t(`assets.wallets.${value}`) }));
  const turned = { from: to, to: from };
  return (
    <div className={styles.way}>
      <SelectField
        label={t('assets.from')}
        options={options}
        value={from}
        onChange={(chosen) => onChange(chosen === to ? turned : { from: chosen as UsdtWallet, to })}
      />
      <IconButton icon="transfer" size={20} label={t('assets.swap')} onClick={() => onChange(turned)} />
      <SelectField
        label={t('assets.to')}
        options={options}
        value={to}
        onChange={(chosen) => onChange(chosen === from ? turned : { from, to: chosen as UsdtWallet })}
      />
    </div>
  );
}
