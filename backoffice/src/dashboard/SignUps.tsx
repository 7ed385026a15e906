import { formatWhole } from '@glasshouse/kit/format.ts';
import { useWords } from '../lib/words.tsx';
import { LineChart } from '../ui/LineChart.tsx';
import { Table } from '../ui/Table.tsx';
import styles from './Dashboard.module.css';
import type { Figures } from './Panel.tsx';
import { Panel } from './Panel.tsx';

/** New accounts of the last two weeks. */
export function SignUps({ days }: { days: Figures['signUps'] }) {
  const { t } = useWords();
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return (
    <Panel
      name="signUps"
      chart={
        <div className={styles.pad}>
          <LineChart
            label={t('dashboard.signUpsLabel', { count: total })}
            points={days.map(({ day, count }) => ({ label: day, size: count }))}
          />
        </div>
      }
      table={
        <Table
          caption={t('dashboard.panels.signUps')}
          rows={days.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { label: t('dashboard.day'), show: ({ day }) => day },
            { label: t('dashboard.accounts'), align: 'right', show: ({ count }) => formatWhole(count) },
          ]}
        />
      }
    />
  );
}
