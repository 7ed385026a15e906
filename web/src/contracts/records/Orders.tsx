import { formatTime } from '@glasshouse/kit/format.ts';
import type { Order } from '@glasshouse/protocol/contracts/calls';
import { useState } from 'react';
import { sentenceOf } from '../../lib/call.ts';
import { useWords } from '../../lib/words.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { InfiniteList } from '../../ui/InfiniteList.tsx';
import { List } from '../../ui/Row.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useTapped } from '../../ui/use-code.ts';
import { OrderRow } from './OrderRow.tsx';
import { type Choice, useOrders } from './orders.ts';
import styles from './Records.module.css';

type OrdersProps = { choice: Choice; onClear: () => void };

/** The orders that were chosen, under the day they were accepted. */
export function Orders({ choice, onClear }: OrdersProps) {
  const { t } = useWords();
  const list = useOrders(choice);
  const [opened, setOpened] = useState<{ id: string; shown: boolean }>();
  const close = () => setOpened(opened && { ...opened, shown: false });
  const OrderSheet = useTapped(
    opened?.shown === true,
    async () => (await import('./OrderSheet.tsx')).OrderSheet,
    close,
  );
  if (list.isPending) return <SkeletonRows rows={6} />;
  if (!list.data) {
    return (
      <ErrorState
        title={t('orders.failed')}
        text={t('orders.failedText')}
        detail={sentenceOf(list.error)}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const orders = list.data.pages.flatMap((page) => page.orders);
  if (orders.length === 0) {
    return <Nothing narrowed={Object.values(choice).some((value) => value !== undefined)} onClear={onClear} />;
  }
  const order = orders.find(({ id }) => id === opened?.id);
  return (
    <>
      <InfiniteList
        more={list.hasNextPage}
        loading={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        onMore={() => void list.fetchNextPage()}
      >
        {byDay(orders).map(([day, ofDay]) => (
          <section key={day} className={styles.day} aria-label={day}>
            <h2>{day}</h2>
            <Card>
              <List>
                {ofDay.map((each) => (
                  <OrderRow key={each.id} order={each} onOpen={() => setOpened({ id: each.id, shown: true })} />
                ))}
              </List>
            </Card>
          </section>
        ))}
      </InfiniteList>
      {OrderSheet && opened && order && <OrderSheet order={order} open={opened.shown} onClose={close} />}
    </>
  );
}

const byDay = (orders: readonly Order[]): [string, Order[]][] => [
  ...Map.groupBy(orders, ({ at }) => formatTime(at, 'date')),
];

function Nothing({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  const { t } = useWords();
  if (narrowed) {
    return (
      <Empty
        title={t('orders.noMatch')}
        text={t('orders.noMatchText')}
        action={
          <Button small kind="soft" onClick={onClear}>
            {t('orders.clear')}
          </Button>
        }
      />
    );
  }
  return (
    <Empty
      title={t('orders.emptyTitle')}
      text={t('orders.emptyText')}
      action={
        <ButtonLink small kind="soft" to="/contract">
          {t('orders.toContracts')}
        </ButtonLink>
      }
    />
  );
}
