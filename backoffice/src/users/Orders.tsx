import { formatTime } from '@glasshouse/kit/format.ts';
import { listUserOrders } from '@glasshouse/protocol/backoffice/user-records';
import type { Order } from '@glasshouse/protocol/contracts/calls';
import { useState } from 'react';
import { usePages } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Money } from '../ui/Money.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card } from '../ui/Page.tsx';
import { Blank, Bones, Table } from '../ui/Table.tsx';
import { OrderDialog } from './OrderDialog.tsx';

/** The user's contracts, each with the prices that decided it. */
export function Orders({ number }: { number: string }) {
  const { t } = useWords();
  const [open, setOpen] = useState<Order>();
  const pages = usePages(
    listUserOrders,
    (before) => ({ number, limit: 10, ...(typeof before === 'string' && { before }) }),
    { number },
  );
  const rows = pages.data?.pages.flatMap(({ orders }) => orders) ?? [];
  return (
    <Card id="contracts" title={t('orders.title')}>
      {pages.isPending && <Bones />}
      {pages.error && (
        <Note tone="error" role="alert">
          {sentenceOf(pages.error)}
        </Note>
      )}
      {pages.data && rows.length === 0 && <Blank title={t('orders.none')} />}
      {rows.length > 0 && (
        <>
          <Table
            caption={t('orders.title')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { label: t('ui.time'), align: 'narrow', show: ({ at }) => formatTime(at) },
              { label: t('orders.coin'), show: ({ symbol }) => `${symbol}/USDT` },
              { label: t('orders.side'), show: ({ direction }) => t(`orders.${direction}`) },
              { label: t('orders.period'), show: ({ seconds }) => t('orders.seconds', { seconds }) },
              {
                label: t('orders.stake'),
                align: 'right',
                show: ({ stake }) => <Money amount={stake} currency="USDT" />,
              },
              { label: t('orders.result'), show: ({ outcome }) => t(`orders.outcomes.${outcome ?? 'open'}`) },
              {
                label: t('orders.payout'),
                align: 'right',
                show: ({ payout }) => (payout === null ? '–' : <Money amount={payout} currency="USDT" />),
              },
              {
                label: <span className="vh">{t('ui.acts')}</span>,
                align: 'narrow',
                show: (order) => (
                  <Button kind="quiet" onClick={() => setOpen(order)}>
                    {t('orders.show')}
                  </Button>
                ),
              },
            ]}
          />
          <More pages={pages} />
        </>
      )}
      {open && <OrderDialog number={number} order={open} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}
