import { useState } from 'react';
import { useWords } from '../../lib/words.tsx';
import { NoOrders } from '../../trading/NoOrders.tsx';
import { DayList } from '../../ui/DayList.tsx';
import { useTapped } from '../../ui/use-code.ts';
import { OrderRow } from './OrderRow.tsx';
import { type Choice, useOrders } from './orders.ts';

type OrdersProps = { choice: Choice; onClear: () => void };

/** The options that were chosen, under the day they were bought. */
export function Orders({ choice, onClear }: OrdersProps) {
  const { t } = useWords();
  const list = useOrders(choice);
  const [opened, setOpened] = useState<{ id: string; shown: boolean }>();
  const close = () => setOpened(opened && { ...opened, shown: false });
  const load = async () => (await import('./OrderSheet.tsx')).OrderSheet;
  const OrderSheet = useTapped(opened?.shown === true, load, close);
  const order = list.data?.pages.flatMap(({ orders }) => orders).find(({ id }) => id === opened?.id);
  return (
    <>
      <DayList
        of={list}
        listOf={({ orders }) => orders}
        failed={{ title: t('orders.failed'), text: t('orders.failedText') }}
        nothing={
          <NoOrders
            narrowed={Object.values(choice).some((value) => value !== undefined)}
            onClear={onClear}
            title={t('option.emptyTitle')}
            action={{ label: t('option.toOptions'), to: '/options' }}
          />
        }
      >
        {(each) => <OrderRow order={each} onOpen={() => setOpened({ id: each.id, shown: true })} />}
      </DayList>
      {OrderSheet && opened && order && <OrderSheet order={order} open={opened.shown} onClose={close} />}
    </>
  );
}
