import { formatExact, formatTime } from '@glasshouse/kit/format.ts';
import { listUserOptions } from '@glasshouse/protocol/backoffice/user-records';
import { msOf } from '@glasshouse/protocol/market/tape';
import { usePages } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Money } from '../ui/Money.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card } from '../ui/Page.tsx';
import { Blank, Bones, Table } from '../ui/Table.tsx';

/** The user's options, open and ended, as the user sees them. */
export function Options({ number }: { number: string }) {
  const { t } = useWords();
  const pages = usePages(
    listUserOptions,
    (before) => ({ number, limit: 10, ...(typeof before === 'string' && { before }) }),
    { number },
  );
  const rows = pages.data?.pages.flatMap(({ orders }) => orders) ?? [];
  return (
    <Card id="options" title={t('options.title')}>
      {pages.isPending && <Bones />}
      {pages.error && (
        <Note tone="error" role="alert">
          {sentenceOf(pages.error)}
        </Note>
      )}
      {pages.data && rows.length === 0 && <Blank title={t('options.none')} />}
      {rows.length > 0 && (
        <>
          <Table
            caption={t('options.title')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { label: t('ui.time'), align: 'narrow', show: ({ at }) => formatTime(at) },
              { label: t('orders.coin'), show: ({ symbol }) => `${symbol}/USDT` },
              { label: t('orders.side'), show: ({ side }) => t(`options.${side}`) },
              { label: t('options.strike'), align: 'right', show: ({ strike }) => formatExact(strike) },
              { label: t('options.size'), align: 'right', show: ({ size }) => formatExact(size) },
              {
                label: t('options.premium'),
                align: 'right',
                show: ({ premium }) => <Money amount={premium} currency="USDT" />,
              },
              { label: t('options.ends'), align: 'narrow', show: ({ dueSlot }) => formatTime(msOf(dueSlot)) },
              { label: t('orders.result'), show: ({ outcome }) => t(`options.outcomes.${outcome ?? 'open'}`) },
              {
                label: t('orders.payout'),
                align: 'right',
                show: ({ payout }) => (payout === null ? '–' : <Money amount={payout} currency="USDT" />),
              },
            ]}
          />
          <More pages={pages} />
        </>
      )}
    </Card>
  );
}
