import { formatWhole } from '@glasshouse/kit/format.ts';
import { useWords } from '../lib/words.tsx';
import { KeyValues } from '../ui/KeyValues.tsx';
import { Line } from '../ui/Page.tsx';
import styles from './Dashboard.module.css';
import { GiveUpDay } from './GiveUpDay.tsx';
import type { Figures } from './Panel.tsx';
import { Panel } from './Panel.tsx';

/** Whether prices are being written, and today's gaps. */
export function Tape({ tape }: { tape: Figures['tape'] }) {
  const { t } = useWords();
  const ms = (value: number | null) => (value === null ? '–' : t('dashboard.ms', { ms: formatWhole(value) }));
  const stuck = ({ stuckDay, stuckReason }: Figures['tape']) =>
    stuckReason === null ? '–' : t(`dashboard.stuckBy.${stuckReason}`, { day: stuckDay ?? '' });
  return (
    <Panel
      name="tape"
      table={
        <div className={styles.pad}>
          <KeyValues
            pairs={[
              [t('dashboard.tapeSource'), tape.source ?? '–'],
              [t('dashboard.slot'), tape.slot === null ? '–' : formatWhole(tape.slot)],
              [t('dashboard.tapeAge'), ms(tape.ageMs)],
              [t('dashboard.checkpointAge'), ms(tape.checkpointAgeMs)],
              [t('dashboard.gaps'), formatWhole(tape.gapsToday)],
              [t('dashboard.missed'), formatWhole(tape.missedSlotsToday)],
              [t('dashboard.clockAhead'), ms(tape.clockAheadMs)],
              [t('dashboard.stuck'), stuck(tape)],
            ]}
          />
          {tape.stuckDay !== null && (
            <Line end>
              <GiveUpDay day={tape.stuckDay} />
            </Line>
          )}
        </div>
      }
    />
  );
}
