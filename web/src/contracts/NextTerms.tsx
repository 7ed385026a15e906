import type { Rules } from '@glasshouse/protocol/contracts/calls';
import { useWords, Words } from '../lib/words.tsx';
import { percentOf } from '../trading/percents.ts';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './Ticket.module.css';

/** The terms that are announced: from when new contracts are agreed on them, and what each period returns then. */
export function NextTerms({ next }: { next: Rules['next'] }) {
  const { t } = useWords();
  if (!next) return null;
  const terms = next.periods.map(({ seconds, returnBp }) => `${t('ui.seconds', { seconds })} +${percentOf(returnBp)}`);
  return (
    <p className={styles.next} role="status">
      <Words k="contract.nextTerms" time={<TimeText at={next.from} />} terms={terms.join(', ')} />
    </p>
  );
}
