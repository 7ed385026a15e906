import { formatWhole } from '@glasshouse/kit/format.ts';
import { useWords } from '../lib/words.tsx';
import { Money } from '../ui/Money.tsx';
import { Blank, Table } from '../ui/Table.tsx';
import type { Figures } from './Panel.tsx';
import { Panel } from './Panel.tsx';

/** Premiums of open options per symbol, and the used part of the exposure limit. */
export function OpenOptions({ options }: { options: Figures['options'] }) {
  const { t } = useWords();
  const usdt = (amount: string) => <Money amount={amount} currency="USDT" />;
  return (
    <Panel
      name="options"
      table={
        options.length === 0 ? (
          <Blank title={t('dashboard.nothingOpen')} />
        ) : (
          <Table
            wide
            caption={t('dashboard.panels.options')}
            rows={options}
            keyOf={({ symbol }) => symbol}
            columns={[
              { label: t('dashboard.symbol'), show: ({ symbol }) => <b>{symbol}</b> },
              { label: t('dashboard.orders'), align: 'right', show: ({ orders }) => formatWhole(orders) },
              { label: t('dashboard.calls'), align: 'right', show: ({ calls }) => usdt(calls) },
              { label: t('dashboard.puts'), align: 'right', show: ({ puts }) => usdt(puts) },
              { label: t('dashboard.atStrike'), align: 'right', show: ({ open }) => usdt(open) },
              { label: t('dashboard.limit'), align: 'right', show: ({ limit }) => usdt(limit) },
            ]}
          />
        )
      }
    />
  );
}
