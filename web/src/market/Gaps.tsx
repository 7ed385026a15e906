import type { Output } from '@glasshouse/protocol/endpoint';
import type { showTape } from '@glasshouse/protocol/market/calls';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { useWords } from '../lib/words.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { Section } from './Section.tsx';
import styles from './TapeView.module.css';

/** Hours, minutes or seconds, whichever is shortest. */
export function spanOf({ firstSlot, lastSlot }: { firstSlot: number; lastSlot: number }): {
  unit: 'hours' | 'minutes' | 'seconds';
  amount: number;
} {
  const seconds = ((lastSlot - firstSlot + 1) * slotMs) / 1000;
  if (seconds >= 7200) return { unit: 'hours', amount: Math.round(seconds / 360) / 10 };
  if (seconds >= 120) return { unit: 'minutes', amount: Math.round(seconds / 6) / 10 };
  return { unit: 'seconds', amount: seconds };
}

type Gap = Output<typeof showTape>['gaps'][number];
const shown = 6;
const reasons = ['history', 'no_feed', 'late', 'source', 'given_up'] as const;
const isReason = (name: string): name is (typeof reasons)[number] => (reasons as readonly string[]).includes(name);

/** The gaps of the tape. */
export function Gaps({ gaps }: { gaps: readonly Gap[] }) {
  const { t } = useWords();
  return (
    <Section title={t('tape.gaps')} text={t('tape.gapsText')}>
      {gaps.length === 0 && <p className={styles.quiet}>{t('tape.noGaps')}</p>}
      <ul className={styles.gaps}>
        {gaps.slice(0, shown).map((gap) => {
          const { unit, amount } = spanOf(gap);
          return (
            <li key={`${gap.firstSlot} ${gap.symbol}`}>
              <span>
                <TimeText at={gap.firstSlot * slotMs} />
                {isReason(gap.reason) && <small>{t(`tape.reasons.${gap.reason}`)}</small>}
              </span>
              <span>
                {gap.symbol ?? t('tape.allCoins')} · {t(`tape.spans.${unit}`, { amount })}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
