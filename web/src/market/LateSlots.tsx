import type { Output } from '@glasshouse/protocol/endpoint';
import type { showTape } from '@glasshouse/protocol/market/calls';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { useWords } from '../lib/words.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { spanOf } from './Gaps.tsx';
import { Section } from './Section.tsx';
import styles from './TapeView.module.css';

const shown = 6;
const reasons = ['no_feed', 'beacon'] as const;
const isReason = (name: string): name is (typeof reasons)[number] => (reasons as readonly string[]).includes(name);

/** All prices that were written late, in order. */
export function LateSlots({ late }: { late: Output<typeof showTape>['late'] }) {
  const { t } = useWords();
  return (
    <Section title={t('tape.lateSlots.title')} text={t('tape.lateSlots.text')}>
      {late.length === 0 && <p className={styles.quiet}>{t('tape.lateSlots.none')}</p>}
      <ul className={styles.gaps}>
        {late.slice(0, shown).map((one) => {
          const { unit, amount } = spanOf(one);
          return (
            <li key={one.firstSlot}>
              <span>
                <TimeText at={one.firstSlot * slotMs} />
                {isReason(one.reason) && <small>{t(`tape.lateSlots.${one.reason}`)}</small>}
              </span>
              <span>{t(`tape.spans.${unit}`, { amount })}</span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
