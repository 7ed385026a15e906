import { classes } from '@glasshouse/kit/classes.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Spinner } from '@glasshouse/kit/Spinner.tsx';
import type { ReactNode } from 'react';
import styles from './Verdict.module.css';

type VerdictProps = {
  /**
   * `ok` only after the browser has actually recomputed. `unreached` only for a failed connection. `begun` if there is
   * nothing to compare with yet.
   */
  state: 'busy' | 'ok' | 'wrong' | 'unable' | 'unreached' | 'missing' | 'begun';
  title: ReactNode;
  /** The one or two words that matter. */
  result?: ReactNode;
  text?: ReactNode;
  /** The probable text, rendered invisibly while busy to reserve room. The result itself is never among it. */
  awaited?: { result?: boolean; text: ReactNode };
  action?: ReactNode;
};

const marks = {
  ok: 'check',
  wrong: 'close',
  unable: 'info',
  unreached: 'offline',
  missing: 'search',
  begun: 'eye',
} as const;

/** The result of a check in this browser. */
export function Verdict({ state, title, result, text, awaited, action }: VerdictProps) {
  return (
    <section className={classes(styles.verdict, styles[state])} role={state === 'wrong' ? 'alert' : 'status'}>
      <span className={styles.seal}>{state === 'busy' ? <Spinner /> : <Icon name={marks[state]} />}</span>
      <div className={styles.words}>
        <b>{title}</b>
        {result && <p className={styles.result}>{result}</p>}
        {text && <p className={styles.text}>{text}</p>}
        {awaited && (
          <div className={styles.awaited} aria-hidden="true" inert>
            {awaited.result && <p className={styles.result}>&nbsp;</p>}
            <p className={styles.text}>{awaited.text}</p>
          </div>
        )}
      </div>
      {action}
    </section>
  );
}
