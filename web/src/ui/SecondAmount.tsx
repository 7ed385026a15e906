import { convertPrice, useSecondCurrency } from '../lib/second-currency.ts';
import { Money } from './Money.tsx';

type SecondAmountProps = { usdt: string; hidden?: boolean; kind?: 'amount' | 'price' };

/** An amount in USDT, converted to this device's second currency. */
export function SecondAmount({ usdt, hidden, kind = 'amount' }: SecondAmountProps) {
  const second = useSecondCurrency();
  if (!second) return null;
  const { amount, decimals } = convertPrice(usdt, second.rate);
  return (
    <Money
      amount={amount}
      currency={second.currency}
      decimals={kind === 'price' ? decimals : 2}
      about
      hidden={hidden}
    />
  );
}
