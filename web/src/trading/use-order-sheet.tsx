import { type ComponentType, useState } from 'react';
import { useTapped } from '../ui/use-code.ts';
import type { OrderPages } from './order-pages.ts';

type SheetProps<O> = { order: O; open: boolean; onClose: () => void };

/** The sheet of one order of a list, fetched when the first is tapped. It follows its order while that ends. */
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
