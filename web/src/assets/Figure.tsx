import { placesOf } from '@glasshouse/kit/format.ts';
import { useHidden } from '../lib/hidden.ts';
import { Money } from '../ui/Money.tsx';

type FigureProps = { amount: string; currency: string; signed?: boolean; size?: 'large' | 'text' };

/** An amount with all decimals, because accounting doesn't round. Hidden together with all balances. */
export function Figure({ amount, currency, signed = false, size = 'text' }: FigureProps) {
  const hidden = useHidden();
  return (
    <Money
      amount={amount}
      currency={currency}
      decimals={placesOf(amount)}
      signed={signed}
      size={size}
      hidden={hidden}
    />
  );
}
