import { formatExact } from '@glasshouse/kit/format.ts';
import { useWords } from '../lib/words.tsx';
import { Fact, KeyValues } from '../ui/KeyValues.tsx';
import { LineChart } from '../ui/LineChart.tsx';
import { Money } from '../ui/Money.tsx';
import { Table } from '../ui/Table.tsx';
import styles from './Dashboard.module.css';
import { type Figures, Panel, sizeOf } from './Panel.tsx';

/** The house's debts from products: principal held, income earned and unpaid, and amounts due day by day. */
export function Obligations({ promised: { principal, accrued, days } }: { promised: Figures['promised'] }) {
  const { t } = useWords();
  const lines = [
    ['income', t('dashboard.incomeDue'), t('dashboard.incomeDueLabel')],
    ['principal', t('dashboard.principalDue'), t('dashboard.principalDueLabel')],
  ] as const;
  return (
    <Panel
      name="promised"
      {...(days.length > 0 && {
        chart: (
          <div className={styles.pad}>
            {lines.map(([what, caption, label]) => (
              <figure key={what}>
                <figcaption>{caption}</figcaption>
                <LineChart label={label} points={days.map((row) => ({ label: row.day, size: sizeOf(row[what]) }))} />
              </figure>
            ))}
          </div>
        ),
      })}
      table={
        <Table
          caption={t('dashboard.panels.promised')}
          rows={days}
          keyOf={({ day }) => day}
          columns={[
            { label: t('dashboard.day'), show: ({ day }) => day },
            ...lines.map(([what, label]) => ({
              label,
              align: 'right' as const,
              show: (row: Figures['promised']['days'][number]) => formatExact(row[what]),
            })),
          ]}
        />
      }
    >
      <div className={styles.pad}>
        <KeyValues>
          <Fact label={t('books.account.committed_products')}>
            <Money amount={principal} currency="USDT" />
          </Fact>
          <Fact label={t('dashboard.accrued')}>
            <Money amount={accrued} currency="USDT" />
          </Fact>
        </KeyValues>
      </div>
    </Panel>
  );
}
