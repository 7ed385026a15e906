import { classes } from '@glasshouse/kit/classes.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Spinner } from '@glasshouse/kit/Spinner.tsx';
import type { ReactNode } from 'react';
import styles from './Verdict.module.css';

type VerdictProps = {
  /** `ok` only after the browser has really recomputed. `unreached` is for a connection that failed, and for nothing else; `begun` where there is nothing to compare with yet. */
  state: 'busy' | 'ok' | 'wrong' | 'unable' | 'unreached' | 'missing' | 'begun';
  title: ReactNode;
  /** The one word or two that count. */
  result?: ReactNode;
  text?: ReactNode;
  /** While it is busy: what will most likely stand here. Nobody sees it, it holds the room; the word that counts is not even hidden there. */
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

/** What a check in this browser has found. */
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
