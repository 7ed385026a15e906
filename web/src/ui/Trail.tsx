import type { MovementState } from '@glasshouse/protocol/movements/arrows';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.tsx';
import { TimeText } from './TimeText.tsx';
import styles from './Trail.module.css';

type Passed = { state: MovementState; at: string; reason: string | null };
type TrailProps<S extends Passed> = {
  steps: readonly S[];
  /** The effect of a step and its reason. */
  about?: (step: S) => ReactNode;
  /** The next step. */
  then?: ReactNode;
};

const reasonOf = ({ reason }: Passed): ReactNode => reason;

/** The states that a deposit, withdrawal or transfer has gone through, in order. */
export function Trail<S extends Passed>({ steps, about = reasonOf, then }: TrailProps<S>) {
  const { t } = useWords();
  return (
    <ol className={styles.trail}>
      {steps.map((step, place) => {
        const said = about(step);
        return (
          <li key={`${step.at} ${place}`} aria-current={place === steps.length - 1 ? 'step' : undefined}>
            <b>{t(`movements.states.${step.state}`)}</b>
            <small>
              <TimeText at={step.at} />
            </small>
            {said && <p>{said}</p>}
          </li>
        );
      })}
      {then && <li className={styles.next}>{then}</li>}
    </ol>
  );
}
