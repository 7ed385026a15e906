import { makeAddress, type Network, networks } from '@glasshouse/protocol/movements/addresses';
import { useRef } from 'react';
import { useWords } from '../lib/words.tsx';
import fieldStyles from '../ui/Field.module.css';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { showToast } from '../ui/toast.ts';
import type { FieldsProps } from './BankFields.tsx';
import styles from './Withdrawals.module.css';

/** Currency, network and a practice address of that network. */
export function AddressFields({ typed, said, onChange }: FieldsProps) {
  const { t } = useWords();
  const pasting = useRef<HTMLButtonElement>(null);
  const paste = async () => {
    try {
      onChange({ address: await navigator.clipboard.readText() });
    } catch {
      showToast({ kind: 'error', text: t('withdrawals.pasteFailed') });
    }
  };
  const make = () => {
    const network = typed.network || networks[0];
    onChange({ network, address: makeAddress(network, crypto.getRandomValues(new Uint8Array(10))) });
    // The button disappears once the field is filled, so the focus moves to the field.
    pasting.current?.focus();
  };
  return (
    <>
      <div className={styles.two}>
        <SelectField
          label={t('withdrawals.currency')}
          options={['USDT', 'CNY'].map((value) => ({ value, label: value }))}
          value="USDT"
          onChange={(chosen) => chosen === 'CNY' && onChange({ to: 'bank', amount: '' })}
        />
        <SelectField
          label={t('withdrawals.network')}
          placeholder={t('withdrawals.selectNetwork')}
          options={networks.map((value) => ({ value, label: value }))}
          value={typed.network}
          error={said('network')}
          onChange={(chosen) => onChange({ network: chosen as Network })}
        />
      </div>
      <TextField
        label={t('withdrawals.address')}
        placeholder={`SIM-${typed.network || 'TRC20'}-…-PAPER`}
        help={typed.network ? t('withdrawals.mustMatch', { network: typed.network }) : t('withdrawals.addressHelp')}
        error={said('address')}
        name="practice-address"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={120}
        className={styles.code}
        value={typed.address}
        onChange={(address) => onChange({ address })}
        end={
          <>
            {typed.address === '' && (
              <button
                type="button"
                className={fieldStyles.act}
                aria-label={t('withdrawals.makeAddress')}
                onClick={make}
              >
                {t('withdrawals.make')}
              </button>
            )}
            <button ref={pasting} type="button" className={fieldStyles.act} onClick={() => void paste()}>
              {t('withdrawals.paste')}
            </button>
          </>
        }
      />
    </>
  );
}
