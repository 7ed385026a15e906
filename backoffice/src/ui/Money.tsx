import { formatDecimal, placesOf, placesOfMoney } from '@glasshouse/kit/format.ts';
import styles from './Money.module.css';

type MoneyProps = {
  amount: string;
  currency: string;
  signed?: boolean;
  /** Two decimals, for totals that nobody checks digit by digit. */
  rounded?: boolean;
};

/** An amount with every significant digit, followed by its unit, small and grey. */
export function Money({ amount, currency, signed, rounded }: MoneyProps) {
  const words = formatDecimal(amount, rounded ? placesOfMoney(amount) : placesOf(amount));
  const plus = signed && !/^[-\u2212]/.test(words) && /[1-9]/.test(words) ? '+' : '';
  return (
    <span className={styles.money}>
      {plus}
      {words} <small>{currency}</small>
    </span>
  );
}
