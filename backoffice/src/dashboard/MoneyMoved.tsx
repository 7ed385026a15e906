import { formatDecimal, formatWhole } from '@glasshouse/kit/format.ts';
import { Link } from '@glasshouse/kit/router.tsx';
import { ageWords, useNow } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import { Fact, KeyValues } from '../ui/KeyValues.tsx';
import { LineChart } from '../ui/LineChart.tsx';
import { Money } from '../ui/Money.tsx';
import { Blank, Table } from '../ui/Table.tsx';
import styles from './Dashboard.module.css';
import { type Figures, Panel, sizeOf } from './Panel.tsx';
import { usePlaces } from './places.ts';

/** Deposits and withdrawals by day, the money they hold, and waiting ones. */
export function MoneyMoved({ money: { days, waiting, held } }: { money: Figures['money'] }) {
  const { t } = useWords();
  const time = useNow();
  const { underWay } = usePlaces();
  const table = (
    <Table
      caption={t('dashboard.panels.money')}
      rows={days.toReversed()}
      keyOf={({ day }) => day}
      columns={[
        { label: t('dashboard.day'), show: ({ day }) => day },
        { label: t('dashboard.moneyIn'), align: 'right', show: (row) => formatDecimal(row.in) },
        { label: t('dashboard.moneyOut'), align: 'right', show: ({ out }) => formatDecimal(out) },
        { label: t('dashboard.moneyOutCny'), align: 'right', show: ({ outCny }) => formatDecimal(outCny) },
      ]}
    />
  );
  return (
    <Panel
      name="money"
      {...(days.length > 0 && {
        chart: (
          <div className={styles.pad}>
            {(['in', 'out'] as const).map((way) => (
              <figure key={way}>
                <figcaption>{t(way === 'in' ? 'dashboard.moneyIn' : 'dashboard.moneyOut')}</figcaption>
                <LineChart
                  label={t(way === 'in' ? 'dashboard.moneyInLabel' : 'dashboard.moneyOutLabel')}
                  points={days.map((row) => ({ label: row.day, size: sizeOf(row[way]) }))}
                />
              </figure>
            ))}
          </div>
        ),
      })}
      table={table}
    >
      {waiting.length === 0 ? (
        <Blank title={t('dashboard.moneyQuiet')} />
      ) : (
        <Table
          caption={t('dashboard.moneyWaiting')}
          rows={waiting}
          keyOf={({ at, currency }) => `${at} ${currency}`}
          columns={[
            {
              label: t('dashboard.moneyWaiting'),
              show: ({ at }) => {
                const to = underWay(at);
                const words = t(`dashboard.underWay.${at}`);
                return to ? <Link to={to}>{words}</Link> : words;
              },
            },
            { label: t('review.waiting'), align: 'right', show: ({ count }) => formatWhole(count) },
            {
              label: t('users.amount'),
              align: 'right',
              show: (row) => <Money amount={row.amount} currency={row.currency} />,
            },
            { label: t('dashboard.oldest'), align: 'right', show: ({ oldestAt }) => ageWords(oldestAt, time) },
          ]}
        />
      )}
      <div className={styles.pad}>
        <KeyValues>
          {held.map(({ account, currency, amount }) => (
            <Fact key={`${account} ${currency}`} label={t(`books.account.${account}`)}>
              <Money amount={amount} currency={currency} />
            </Fact>
          ))}
        </KeyValues>
      </div>
    </Panel>
  );
}
