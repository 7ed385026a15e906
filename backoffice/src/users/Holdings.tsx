import { formatTime } from '@glasshouse/kit/format.ts';
import type { Holding } from '@glasshouse/protocol/wealth/calls';
import { listUserHoldings } from '@glasshouse/protocol/wealth/office';
import { usePages } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { productName } from '../lib/products.ts';
import { useWords } from '../lib/words.tsx';
import { Money } from '../ui/Money.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card } from '../ui/Page.tsx';
import { Blank, Bones, Table } from '../ui/Table.tsx';

/** The user's current and past product holdings, as the user sees them. */
export function Holdings({ number }: { number: string }) {
  const { t } = useWords();
  const pages = usePages(
    listUserHoldings,
    (before) => ({ number, limit: 10, ...(typeof before === 'string' && { before }) }),
    { number },
  );
  const rows = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  const stateWord = ({ state, ending }: Holding) =>
    ending ? t(`holdings.endings.${ending}`) : t(`holdings.states.${state}`);
  return (
    <Card id="holdings" title={t('holdings.title')}>
      {pages.isPending && <Bones />}
      {pages.error && (
        <Note tone="error" role="alert">
          {sentenceOf(pages.error)}
        </Note>
      )}
      {pages.data && rows.length === 0 && <Blank title={t('holdings.none')} />}
      {rows.length > 0 && (
        <>
          <Table
            caption={t('holdings.title')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { label: t('ui.time'), align: 'narrow', show: ({ boughtAt }) => formatTime(boughtAt) },
              { label: t('products.product'), show: productName },
              {
                label: t('holdings.paid'),
                align: 'right',
                show: ({ amount }) => <Money amount={amount} currency="USDT" />,
              },
              {
                label: t('holdings.earned'),
                align: 'right',
                show: ({ earned }) => <Money amount={earned} currency="USDT" />,
              },
              {
                label: t('holdings.ends'),
                align: 'narrow',
                show: ({ endsAt, endedAt }) => formatTime(endedAt ?? endsAt),
              },
              { label: t('users.status'), show: stateWord },
            ]}
          />
          <More pages={pages} />
        </>
      )}
    </Card>
  );
}
