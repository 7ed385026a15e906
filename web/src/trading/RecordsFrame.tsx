import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useBack } from '../lib/back.ts';
import { useSearchParams } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { DayList } from '../ui/DayList.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import { useTapped } from '../ui/use-code.ts';
import { type Filter, Filters } from './Filters.tsx';
import { NoOrders, type Nothing } from './NoOrders.tsx';
import { type OrderPages, searchOf } from './order-pages.ts';
import styles from './Records.module.css';

type RecordsFrameProps<O, C> = {
  title: string;
  /** The activity tab that lists the same orders. */
  tab: ProductName;
  /** The path of their totals, and its link text. */
  results?: { to: string; about: string };
  /** Further content. */
  more?: ReactNode;
  /** The current filters, and the controls to change them. */
  choice: C;
  filters: readonly Filter<keyof C & string>[];
  list: OrderPages<O>;
  nothing: Nothing;
  /** Renders the row of one order. */
  children: (order: O) => ReactNode;
};

/** All orders of a product, open and ended. The filters are in the address, so that other pages can link to them. */
export function RecordsFrame<O extends { id: string; at: string }, C extends { symbol?: string | undefined }>(
  props: RecordsFrameProps<O, C>,
) {
  const { title, tab, results, more, choice, filters, list, nothing, children } = props;
  const { t } = useWords();
  const back = useBack();
  const [, setSearch] = useSearchParams();
  const show = (chosen: object) => setSearch(searchOf(chosen), { replace: true });
  const isNarrowed = Object.values(choice).some((value) => value !== undefined);
  return (
    <>
      <PageBar title={title} onBack={back} />
      <main className={styles.page}>
        <Card>
          <List>
            {results && <Row icon="market" title={t('titles.contractResults')} sub={results.about} to={results.to} />}
            <Row
              icon="records"
              title={t('titles.records')}
              to={`/records?${new URLSearchParams(searchOf({ kind: tab, currency: choice.symbol }))}`}
            />
            {more}
          </List>
        </Card>
        <Filters filters={filters} onChoose={(name, value) => show({ ...choice, [name]: value })} />
        <DayList
          of={list}
          listOf={({ orders }) => orders}
          failed={{ title: t('orders.failed'), text: t('orders.failedText') }}
          nothing={<NoOrders narrowed={isNarrowed} onClear={() => show({})} {...nothing} />}
        >
          {children}
        </DayList>
      </main>
    </>
  );
}

type SheetProps<O> = { order: O; open: boolean; onClose: () => void };

/** The sheet of one order of a list, loaded on the first tap. It stays up to date while the order ends. */
export function useOrderSheet<O extends { id: string }>(
  list: OrderPages<O>,
  load: () => Promise<ComponentType<SheetProps<O>>>,
) {
  const [opened, setOpened] = useState<{ id: string; shown: boolean }>();
  const close = () => setOpened(opened && { ...opened, shown: false });
  const OrderSheet = useTapped(opened?.shown === true, load, close);
  const order = list.data?.pages.flatMap(({ orders }) => orders).find(({ id }) => id === opened?.id);
  return {
    open: ({ id }: O) => setOpened({ id, shown: true }),
    sheet: OrderSheet && opened && order && <OrderSheet order={order} open={opened.shown} onClose={close} />,
  };
}
