import { useSite } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import { inYuan } from '../lib/yuan.ts';
import { AmountField } from '../ui/AmountField.tsx';
import { Money } from '../ui/Money.tsx';

type AmountInProps = {
  value: string;
  min: string;
  max: string;
  missing: boolean;
  onChange: (value: string) => void;
};

/** How much paper USDT, with what that is in yuan. */
export function AmountIn({ value, min, max, missing, onChange }: AmountInProps) {
  const { t } = useWords();
  const { cnyRate } = useSite();
  return (
    <AmountField
      label={t('deposits.amount')}
      name="amount"
      currency="USDT"
      min={min}
      max={max}
      value={value}
      onChange={onChange}
      aside={value && cnyRate && <Money amount={inYuan(value, cnyRate).amount} currency="CNY" about />}
      error={missing ? t('deposits.enterAmount') : undefined}
    />
  );
}
