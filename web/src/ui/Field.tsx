import { classes } from '@glasshouse/kit/classes.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { type ReactNode, useId } from 'react';
import { useWords } from '../lib/words.tsx';
import styles from './Field.module.css';

export type FieldTexts = {
  label: ReactNode;
  help?: ReactNode;
  /** The problem and by how much the value misses the limit; replaces the help. */
  error?: string | undefined;
  optional?: boolean;
  /** To the right of the label: a balance, a link. */
  aside?: ReactNode;
};

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

/** Label above, help or error below, and the ids that connect them to the control. */
export function Field({ texts, children }: { texts: FieldTexts; children: (wiring: Wiring) => ReactNode }) {
  const { label, help, error, optional, aside } = texts;
  const { t } = useWords();
  const id = useId();
  const below = `${id}b`;
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label htmlFor={id} className={styles.label}>
          {label} {optional && <span className={styles.quiet}>{t('ui.optional')}</span>}
        </label>
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      {children({
        id,
        'aria-describedby': error || help ? below : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <Below id={below} help={help} error={error} />
    </div>
  );
}

/**
 * The line below a control. The alert region is rendered before its text, because screen readers would miss it
 * otherwise.
 */
export function Below({ id, help, error }: { id: string; help?: ReactNode; error?: string | undefined }) {
  return (
    <div id={id} className={styles.below}>
      <div role="alert">
        {error && (
          <span className={styles.error}>
            <Icon name="alert" size={14} />
            <span>{error}</span>
          </span>
        )}
      </div>
      {!error && help && <div className={styles.help}>{help}</div>}
    </div>
  );
}

/** The bordered box around an input and the elements next to it. */
export function InputBox({ invalid, children }: { invalid: boolean; children: ReactNode }) {
  return <div className={classes(styles.box, invalid && styles.invalid)}>{children}</div>;
}
