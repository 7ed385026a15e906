import { formatWhole } from '@glasshouse/kit/format.ts';
import { useWords } from '../lib/words.tsx';
import { Money } from '../ui/Money.tsx';
import { Blank, Table } from '../ui/Table.tsx';
import type { Figures } from './Panel.tsx';
import { Panel } from './Panel.tsx';

/** Open stakes per symbol, and the most the house can lose on them. */
export function Exposure({ exposure }: { exposure: Figures['exposure'] }) {
  const { t } = useWords();
  const usdt = (amount: string) => <Money amount={amount} currency="USDT" />;
  return (
    <Panel
      name="exposure"
      table={
        exposure.length === 0 ? (
          <Blank title={t('dashboard.nothingOpen')} />
        ) : (
          <Table
            caption={t('dashboard.panels.exposure')}
            rows={exposure}
            keyOf={({ symbol }) => symbol}
            columns={[
              { label: t('dashboard.symbol'), show: ({ symbol }) => <b>{symbol}</b> },
              { label: t('dashboard.orders'), align: 'right', show: ({ orders }) => formatWhole(orders) },
              { label: t('dashboard.long'), align: 'right', show: ({ long }) => usdt(long) },
              { label: t('dashboard.short'), align: 'right', show: ({ short }) => usdt(short) },
              { label: t('dashboard.worst'), align: 'right', show: ({ worst }) => usdt(worst) },
            ]}
          />
        )
      }
    />
  );
}
