import { formatWhole } from '@glasshouse/kit/format.ts';
import { useWords } from '../lib/words.tsx';
import { KeyValues } from '../ui/KeyValues.tsx';
import styles from './Dashboard.module.css';
import type { Figures } from './Panel.tsx';
import { Panel } from './Panel.tsx';

/** How late results were booked in the last hour. */
export function Settlement({ settlement }: { settlement: Figures['settlement'] }) {
  const { t } = useWords();
  const ms = (value: number) => t('dashboard.ms', { ms: formatWhole(value) });
  return (
    <Panel
      name="settlement"
      table={
        <div className={styles.pad}>
          <KeyValues
            pairs={[
              [t('dashboard.overdue'), formatWhole(settlement.overdue)],
              [t('dashboard.half'), ms(settlement.p50Ms)],
              [t('dashboard.nearlyAll'), ms(settlement.p99Ms)],
              [t('dashboard.latest'), ms(settlement.worstMs)],
            ]}
          />
        </div>
      }
    />
  );
}
