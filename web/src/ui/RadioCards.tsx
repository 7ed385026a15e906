import { type ReactNode, useId } from 'react';
import { Below } from './Field.tsx';
import styles from './RadioCards.module.css';

type RadioCardsProps<V extends string> = {
  label: string;
  options: readonly { value: V; label: ReactNode; preview?: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
  help?: ReactNode;
};

/** A choice between cards that preview their effect. */
export function RadioCards<V extends string>({ label, options, value, onChange, help }: RadioCardsProps<V>) {
  const id = useId();
  return (
    <fieldset aria-label={label} aria-describedby={help ? `${id}h` : undefined}>
      <div className={styles.cards}>
        {options.map((option) => (
          <label key={option.value} className={styles.card}>
            {option.preview && <span className={styles.preview}>{option.preview}</span>}
            <span className={styles.words}>
              <input
                type="radio"
                className={styles.radio}
                name={id}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
              />
              {option.label}
            </span>
          </label>
        ))}
      </div>
      <Below id={`${id}h`} help={help} />
    </fieldset>
  );
}
