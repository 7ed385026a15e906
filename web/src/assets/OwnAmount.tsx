import { formatExact } from '@glasshouse/kit/format.ts';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import { type Currency, scales } from '@glasshouse/protocol/money';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { AmountField } from '../ui/AmountField.tsx';

type OwnAmountProps = {
  value: string;
  currency: Currency;
  balance: string;
  /** The form was submitted without an amount. */
  missing: boolean;
  onChange: (value: string) => void;
};

/** An amount of the user's own money. While balances are hidden, it shows neither the balance nor a shortfall. */
export function OwnAmount({ value, currency, balance, missing, onChange }: OwnAmountProps) {
  const { t } = useWords();
  const hidden = useHidden();
  const short = value !== '' && compareDecimal(value, balance) > 0;
  return (
    <AmountField
      label={t('assets.amount')}
      name="amount"
      currency={currency}
      decimals={scales[currency]}
      balance={balance}
      quick={{ shares: [25, 50, 75, 100], empty: hidden ? undefined : t('assets.sharesEmpty') }}
      value={value}
      onChange={onChange}
      aside={t('ui.available', { amount: hidden ? '••••' : formatExact(balance) })}
      error={missing ? t('assets.enterAmount') : hidden && short ? t('assets.notEnough') : undefined}
    />
  );
}
