import { formatExact } from '@glasshouse/kit/format.ts';
import { showUserCoins } from '@glasshouse/protocol/backoffice/user-records';
import { useAsk } from '../lib/ask.ts';
import { useWords } from '../lib/words.tsx';
import { KeyValues } from '../ui/KeyValues.tsx';
import { Money } from '../ui/Money.tsx';
import { Card } from '../ui/Page.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Blank, Table } from '../ui/Table.tsx';

/** The coins of the user's spot wallet, with what they cost. */
export function Coins({ number }: { number: string }) {
  const { t } = useWords();
  const found = useAsk(showUserCoins, { number });
  return (
    <Card title={t('coins.title')}>
      <QueryState of={found} rows={2}>
        {({ coins, realised }) => (
          <>
            {coins.length === 0 ? (
              <Blank title={t('coins.none')} />
            ) : (
              <Table
                caption={t('coins.title')}
                rows={coins}
                keyOf={({ symbol }) => symbol}
                columns={[
                  { label: t('orders.coin'), show: ({ symbol }) => symbol },
                  { label: t('coins.amount'), align: 'right', show: ({ amount }) => formatExact(amount) },
                  {
                    label: t('coins.cost'),
                    align: 'right',
                    show: ({ cost }) => <Money amount={cost} currency="USDT" />,
                  },
                ]}
              />
            )}
            <KeyValues pairs={[[t('coins.brought'), `${formatExact(realised)} USDT`]]} />
          </>
        )}
      </QueryState>
    </Card>
  );
}
