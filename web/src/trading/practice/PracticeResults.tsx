import type { Unsigned } from '@glasshouse/protocol/orders/product';
import type { OrderBase } from '@glasshouse/protocol/orders/shapes';
import { useMemo } from 'react';
import { useAccount } from '../../lib/account.ts';
import { ResultWatch, type Watched } from '../ResultWatch.tsx';
import { type Followed, practiceKey, useFollowed } from './follow.ts';
import { markShown, unshown } from './order-results.ts';

type Order = OrderBase & { outcome: string | null };
type PracticeResultsProps<O extends Order, E extends Unsigned<O>, R extends O> = {
  followed: Followed<O, E>;
  of: Omit<Watched<R>, 'awaited' | 'stale'>;
};

/**
 * Follows a product's open order on this device and announces its result to visitors, because it belongs to no account.
 */
export function PracticeResults<O extends Order, E extends Unsigned<O>, R extends O>({
  followed,
  of,
}: PracticeResultsProps<O, E, R>) {
  const { orders } = followed;
  const order = orders.useOpen();
  useFollowed(followed, order);
  const open = useMemo(() => ({ orders: order ? [order] : [], count: order ? 1 : 0 }), [order]);
  const watched = useMemo(
    () => ({
      ...of,
      awaited: { seenOpen: () => unshown(orders), noLongerAwaited: (_: string, id: string) => markShown(orders, id) },
      stale: practiceKey,
    }),
    [of, orders],
  );
  const isVisitor = useAccount().user === null;
  return isVisitor ? <ResultWatch user="" of={watched} open={open} /> : null;
}
