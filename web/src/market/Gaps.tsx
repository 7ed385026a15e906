import type { Output } from '@glasshouse/protocol/endpoint';
import type { showTape } from '@glasshouse/protocol/market/calls';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { useWords } from '../lib/words.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { Section } from './Section.tsx';
import { spanOf } from './span.ts';
import styles from './TapeView.module.css';

type Gap = Output<typeof showTape>['gaps'][number];
const shown = 6;
const reasons = ['history', 'no_feed', 'late', 'source', 'given_up'] as const;
const isReason = (name: string): name is (typeof reasons)[number] => (reasons as readonly string[]).includes(name);

/** Where the tape has no prices: said openly. */
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
