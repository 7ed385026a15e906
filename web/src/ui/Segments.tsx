import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import styles from './Segments.module.css';
import { useRoving } from './use-roving.ts';

type SegmentsProps<V extends string> = {
  label: string;
  options: readonly { value: V; label: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
  small?: boolean;
  /** `tabs` switch what is shown below, in the panel with the id `panel`; `radio` chooses a value. */
  as?: 'tabs' | 'radio';
  panel?: string | undefined;
};

/** A track with a thumb: two to four views or values of which one holds. */
export function Segments<V extends string>({ as = 'tabs', ...props }: SegmentsProps<V>) {
  return as === 'tabs' ? <Views {...props} /> : <Values {...props} />;
}

const trackOf = (small?: boolean) => classes(styles.track, small && styles.small);

function Views<V extends string>({ label, options, value, onChange, small, panel }: SegmentsProps<V>) {
  const values = options.map((option) => option.value);
  const roving = useRoving(values, value, onChange);
  return (
    <div ref={roving.row} role="tablist" aria-label={label} className={trackOf(small)} onKeyDown={roving.onKeyDown}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          data-choice=""
          className={styles.segment}
          aria-selected={option.value === value}
          aria-controls={option.value === value ? panel : undefined}
          tabIndex={roving.tabIndexOf(option.value)}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

function Values<V extends string>({ label, options, value, onChange, small }: SegmentsProps<V>) {
  const name = useId();
  return (
    <fieldset aria-label={label} className={trackOf(small)}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            className="vh"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
