import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Link } from '../../lib/router.tsx';
import { useServerNow } from '../../lib/use-server-now.ts';
import { useWords } from '../../lib/words.tsx';
import styles from '../../trading/Positions.module.css';
import { optionPractice } from '../../trading/practice/options.ts';
import { PracticeOptionRow } from '../../trading/practice/PracticeOptionRow.tsx';
import { PracticeSignUp } from '../../trading/practice/PracticeSignUp.tsx';
import { ResultCard } from '../../trading/ResultCard.tsx';
import { useWaiting } from '../../trading/waiting.ts';
import { List } from '../../ui/Row.tsx';
import { PositionRow } from '../PositionRow.tsx';
import { useWorths } from '../worth.ts';
import { practiceOptions } from './results.ts';

const max = 3;

/** A visitor's open option, the latest results, and a link to registration. */
export function PracticePositions() {
  const { t } = useWords();
  const orders = optionPractice.useAll();
  const open = optionPractice.useOpen();
  const now = useServerNow(open !== undefined);
  const worths = useWorths(open ? [open] : []);
  const waiting = useWaiting((product) => product === 'practiceOption');
  const past = orders.filter(({ order }) => order !== open).slice(0, max);
  if (orders.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="practice">
      <div className={styles.head}>
        <h2 id="practice">{t('titles.practice')}</h2>
        <span className={styles.links}>
          <Link to="/contract/practice">
            {t('contract.toRecords')}
            <Icon name="chev" size={14} />
          </Link>
        </span>
      </div>
      {open && (
        <ul>
          <PositionRow order={open} now={now} worth={worths.get(open.id)} />
        </ul>
      )}
      <ResultCard of={practiceOptions} waiting={waiting} />
      {past.length > 0 && (
        <>
          <List>
            {past.map(({ order }) => (
              <PracticeOptionRow key={order.id} order={order} />
            ))}
          </List>
          <div className={styles.keep}>
            <PracticeSignUp to="/options" />
          </div>
        </>
      )}
    </section>
  );
}
