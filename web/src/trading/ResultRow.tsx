import { placesOfMoney } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useHidden } from '../lib/hidden.ts';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Money } from '../ui/Money.tsx';
import styles from './Positions.module.css';
import { type ResultSource, useResult } from './result.ts';
import { SideTag } from './SideTag.tsx';
import type { ResultRef } from './waiting.ts';

const tones = { up: styles.ahead, down: styles.behind, neutral: undefined };

/** Replaces the row of a position when it ends, until its result is dismissed. Links to the receipt. */
export function ResultRow<O>({ of, result }: { of: ResultSource<O>; result: ResultRef }) {
  const { t } = useWords();
  const hidden = useHidden();
  const order = useResult(of, result);
  if (order === undefined) return null;
  const { symbol, side, about, change, outcome, receipt } = of.faceOf(order);
  return (
    <li className={styles.row}>
      <span className={styles.end}>
        <Icon name={outcome.icon} size={20} />
      </span>
      <div className={styles.what}>
        <span className={styles.name}>
          <Link to={receipt}>
            <b>{symbol}</b>
            <span className="vh">{t('contract.result.receipt')}</span>
          </Link>
          <SideTag side={side} />
        </span>
        <small>{about}</small>
      </div>
      <div className={styles.stands}>
        <small>{outcome.name}</small>
        <b className={hidden ? undefined : tones[outcome.tone]}>
          <Money amount={change} decimals={placesOfMoney(change)} signed hidden={hidden} />
        </b>
      </div>
    </li>
  );
}
