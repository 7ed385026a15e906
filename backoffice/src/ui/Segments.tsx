import { useRoving } from '@glasshouse/kit/use-roving.ts';
import styles from './Segments.module.css';

type SegmentsProps<V extends string> = {
  label: string;
  choices: readonly (readonly [value: V, words: string])[];
  value: V;
  onChange: (value: V) => void;
};

/** Switches between views of the same thing. */
export function Segments<V extends string>({ label, choices, value, onChange }: SegmentsProps<V>) {
  const values = choices.map(([choice]) => choice);
  const { row, onKeyDown, tabIndexOf } = useRoving(values, value, onChange);
  return (
    <div ref={row} role="tablist" aria-label={label} className={styles.track} onKeyDown={onKeyDown}>
      {choices.map(([choice, words]) => (
        <button
          key={choice}
          type="button"
          role="tab"
          data-choice=""
          className={styles.choice}
          aria-selected={choice === value}
          tabIndex={tabIndexOf(choice)}
          onClick={() => onChange(choice)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}
