import { longestName } from '@glasshouse/protocol/identity/name';
import { makeAccount } from '@glasshouse/protocol/withdrawals/accounts';
import { useWords } from '../lib/words.tsx';
import fieldStyles from '../ui/Field.module.css';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { WithdrawalFields } from './form-state.ts';
import styles from './Withdrawals.module.css';

export type FieldsProps = {
  typed: WithdrawalFields;
  /** The error message of a field. */
  said: (field: keyof WithdrawalFields) => string | undefined;
  onChange: (part: Partial<WithdrawalFields>) => void;
};

const newSerial = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => String(byte % 10)).join('');

/**
 * A fictional bank with a practice account that the app generates. No field has a name that browsers fill in
 * automatically.
 */
export function BankFields({ typed, said, onChange }: FieldsProps) {
  const { t } = useWords();
  const line = (field: 'bankName' | 'branchName' | 'branchNumber' | 'holder', maxLength: number) => (
    <TextField
      label={t(`withdrawals.${field}`)}
      error={said(field)}
      name={`practice-${field}`}
      autoComplete="off"
      maxLength={maxLength}
      value={typed[field]}
      onChange={(value) => onChange({ [field]: value })}
    />
  );
  return (
    <>
      <SelectField
        label={t('withdrawals.currency')}
        options={['CNY', 'USDT'].map((value) => ({ value, label: value }))}
        value="CNY"
        onChange={(chosen) => chosen === 'USDT' && onChange({ to: 'address', amount: '' })}
      />
      {line('bankName', longestName)}
      <div className={styles.two}>
        {line('branchName', longestName)}
        {line('branchNumber', 12)}
      </div>
      <TextField
        label={t('withdrawals.account')}
        placeholder="SIM-0000-0000-0000-00"
        help={t('withdrawals.accountHelp')}
        error={said('account')}
        name="practice-number"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        className={styles.code}
        value={typed.account}
        onChange={(account) => onChange({ account })}
        end={
          <button
            type="button"
            className={fieldStyles.act}
            aria-label={t('withdrawals.makeAccount')}
            onClick={() => onChange({ account: makeAccount(newSerial()) })}
          >
            {t('withdrawals.make')}
          </button>
        }
      />
      {line('holder', longestName)}
    </>
  );
}
