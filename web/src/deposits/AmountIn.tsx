import { useWords } from '../lib/words.tsx';
import { AmountField } from '../ui/AmountField.tsx';
import { SecondAmount } from '../ui/SecondAmount.tsx';

type AmountInProps = {
  value: string;
  min: string;
  max: string;
  missing: boolean;
  onChange: (value: string) => void;
};

/** The amount in paper USDT, and approximately in the second currency. */
export function AmountIn({ value, min, max, missing, onChange }: AmountInProps) {
  const { t } = useWords();
  return (
    <AmountField
      label={t('deposits.amount')}
      name="amount"
      currency="USDT"
      min={min}
      max={max}
      value={value}
      onChange={onChange}
      aside={value && <SecondAmount usdt={value} />}
      error={missing ? t('deposits.enterAmount') : undefined}
    />
  );
}
