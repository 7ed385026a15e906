import { slotMs } from '@glasshouse/protocol/market/tape';
import { heldSlots } from '@glasshouse/protocol/options/terms';
import { useServerNow } from '../lib/use-server-now.ts';
import { useWords, Words } from '../lib/words.tsx';
import styles from './QuoteTimer.module.css';
import { quoteEnd } from './use-option-quotes.ts';

const radius = 19.5;
const round = 2 * Math.PI * radius;

/** The time left to buy at a quote, as a small shrinking ring and as text. */
export function QuoteTimer({ slot, then = false }: { slot: number | undefined; then?: boolean }) {
  const { t } = useWords();
  const now = useServerNow(slot !== undefined);
  if (slot === undefined) return <span className={styles.held}>{t('option.asking')}</span>;
  const left = Math.max(0, quoteEnd(slot) - now);
  const seconds = Math.min(Math.ceil(left / 1000), (heldSlots * slotMs) / 1000);
  const arc = Math.min(1, left / (heldSlots * slotMs)) * round;
  return (
    <span className={styles.held} role="timer" aria-live="off">
      <svg viewBox="0 0 44 44" aria-hidden="true">
        <circle className={styles.track} cx="22" cy="22" r={radius} />
        <circle className={styles.left} cx="22" cy="22" r={radius} strokeDasharray={`${arc} ${round}`} />
      </svg>
      <span>
        <Words k={then ? 'option.heldThen' : 'option.held'} seconds={<b>{seconds}</b>} />
      </span>
    </span>
  );
}
