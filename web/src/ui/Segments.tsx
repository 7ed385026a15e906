import { classes } from '@glasshouse/kit/classes.ts';
import { useId } from 'react';
import styles from './Segments.module.css';
import { type TabChoice, TabRow } from './Tabs.tsx';

type SegmentsProps<V extends string> = TabChoice<V> & {
  small?: boolean;
  /** `tabs` switches the content of the panel with the id `panel`; `radio` chooses a value. */
  as?: 'tabs' | 'radio';
};

/** A track with a thumb: two to four views or values of which one is selected. */
export function Segments<V extends string>({ as = 'tabs', small, ...choice }: SegmentsProps<V>) {
  const track = classes(styles.track, small && styles.small);
  if (as === 'tabs') return <TabRow {...choice} row={track} tab={styles.segment} />;
  return <Values {...choice} track={track} />;
}

function Values<V extends string>({ label, options, value, onChange, track }: TabChoice<V> & { track: string }) {
  const name = useId();
  return (
    <fieldset aria-label={label} className={track}>
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
