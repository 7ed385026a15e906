import { formatExact, formatTime } from '@glasshouse/kit/format.ts';
import { listUserTrades } from '@glasshouse/protocol/backoffice/user-records';
import { usePages } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card } from '../ui/Page.tsx';
import { Blank, Bones, Table } from '../ui/Table.tsx';

/** The user's coin trades, as the user sees them. */
export function Trades({ number }: { number: string }) {
  const { t } = useWords();
  const pages = usePages(
    listUserTrades,
    (before) => ({ number, limit: 10, ...(typeof before === 'string' && { before }) }),
    { number },
  );
  const rows = pages.data?.pages.flatMap(({ orders }) => orders) ?? [];
  return (
    <Card id="trades" title={t('trades.title')}>
      {pages.isPending && <Bones />}
      {pages.error && (
        <Note tone="error" role="alert">
          {sentenceOf(pages.error)}
        </Note>
      )}
      {pages.data && rows.length === 0 && <Blank title={t('trades.none')} />}
      {rows.length > 0 && (
        <>
          <Table
            caption={t('trades.title')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { label: t('ui.time'), align: 'narrow', show: ({ at }) => formatTime(at) },
              { label: t('orders.coin'), show: ({ symbol }) => `${symbol}/USDT` },
              { label: t('orders.side'), show: ({ side }) => t(`trades.${side}`) },
              {
                label: t('trades.gave'),
                align: 'right',
                show: ({ side, given, symbol }) => `${formatExact(given)} ${side === 'buy' ? 'USDT' : symbol}`,
              },
              { label: t('orders.result'), show: ({ outcome }) => t(`trades.outcomes.${outcome ?? 'open'}`) },
              {
                label: t('trades.received'),
                align: 'right',
                show: ({ side, received, symbol, outcome }) =>
                  outcome === 'filled' ? `${formatExact(received!)} ${side === 'buy' ? symbol : 'USDT'}` : '–',
              },
            ]}
          />
          <More pages={pages} />
        </>
      )}
    </Card>
  );
}
