import { formatSigned } from '@glasshouse/kit/format.ts';
import { useWords } from '../lib/words.tsx';
import { Bars } from '../ui/Bars.tsx';
import { Fact, KeyValues } from '../ui/KeyValues.tsx';
import { Money } from '../ui/Money.tsx';
import { Blank, Table } from '../ui/Table.tsx';
import styles from './Dashboard.module.css';
import { type Figures, Panel, sizeOf } from './Panel.tsx';

/** The house's gain or loss since midnight UTC, and its balance. */
export function House({ house }: { house: Figures['house'] }) {
  const { t } = useWords();
  const inUsdt = house.today.filter(({ currency }) => currency === 'USDT');
  const table = (
    <Table
      caption={t('dashboard.panels.house')}
      rows={house.today}
      keyOf={({ kind, currency }) => `${kind} ${currency}`}
      columns={[
        { label: t('users.posting'), show: ({ kind }) => t(`books.kind.${kind}`) },
        {
          label: t('users.amount'),
          align: 'right',
          show: (row) => <Money amount={row.amount} currency={row.currency} signed rounded />,
        },
      ]}
    />
  );
  return (
    <Panel
      name="house"
      {...(house.today.length > 0 && {
        chart: (
          <div className={styles.pad}>
            <Bars
              bars={inUsdt.map(({ kind, amount }) => ({
                name: t(`books.kind.${kind}`),
                size: sizeOf(amount),
                words: `${formatSigned(amount)} USDT`,
              }))}
            />
          </div>
        ),
      })}
      table={house.today.length > 0 ? table : <Blank title={t('dashboard.quietDay')} />}
    >
      <div className={styles.pad}>
        <KeyValues>
          {house.total.map(({ currency, amount }) => (
            <Fact key={currency} label={t('dashboard.houseHolds', { currency })}>
              <Money amount={amount} currency={currency} signed rounded />
            </Fact>
          ))}
        </KeyValues>
      </div>
    </Panel>
  );
}
