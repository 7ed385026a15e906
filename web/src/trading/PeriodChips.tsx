import { useId } from 'react';
import styles from './PeriodChips.module.css';

type Chip = { seconds: number; name: string; sub: string };
type PeriodChipsProps = {
  label: string;
  periods: readonly Chip[];
  value: number;
  onChange: (seconds: number) => void;
  /** Whether the keys 1, 2 and so on choose a period. */
  hasKeys?: boolean;
};

/** The periods an order can run, each with its return, cost or end below. */
export function PeriodChips({ label, periods, value, onChange, hasKeys = false }: PeriodChipsProps) {
  const name = useId();
  return (
    <fieldset className={styles.periods} aria-label={label}>
      {periods.map((period, place) => (
        <label key={period.seconds} className={styles.period}>
          <input
            type="radio"
            className="vh"
            name={name}
            aria-keyshortcuts={hasKeys ? String(place + 1) : undefined}
            checked={period.seconds === value}
            onChange={() => onChange(period.seconds)}
          />
          <b>{period.name}</b>
          <small>{period.sub}</small>
        </label>
      ))}
    </fieldset>
  );
}
