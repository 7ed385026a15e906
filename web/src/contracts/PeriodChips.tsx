import { useId } from 'react';
import { useWords } from '../lib/words.tsx';
import { choose } from './choices.ts';
import { percentOf } from './odds.ts';
import styles from './Ticket.module.css';
import type { Term } from './use-ticket.ts';

/** How long a contract runs, each with what it returns. */
export function PeriodChips({ periods, value }: { periods: readonly Term[]; value: number }) {
  const { t } = useWords();
  const name = useId();
  return (
    <fieldset className={styles.periods} aria-label={t('contract.period')}>
      {periods.map(({ seconds, returnBp }) => (
        <label key={seconds} className={styles.period}>
          <input
            type="radio"
            className="vh"
            name={name}
            checked={seconds === value}
            onChange={() => choose({ seconds })}
          />
          <b>{t('ui.seconds', { seconds })}</b>
          <small>+{percentOf(returnBp)}</small>
        </label>
      ))}
    </fieldset>
  );
}
