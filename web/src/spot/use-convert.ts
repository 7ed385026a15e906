import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { assetsKey } from '../lib/assets.ts';
import { quoteOf } from '../lib/quotes.ts';
import { serverNow } from '../lib/server-clock.ts';
import { wasAnswered } from '../lib/use-act.ts';
import { uuidAt } from '../lib/uuid.ts';
import { keepSlip } from '../trading/slips.ts';
import type { TappedWish } from '../trading/use-open.ts';
import type { Holding, Rules } from './amounts.ts';
import { doubtsAbout } from './opened.ts';
import { awaitOrders, orderQuery, rulesKey, send, spotKey, type Wish } from './spot.ts';

/**
 * Sells small rests completely, one order per coin. Orders with an unknown outcome keep their id, so that the next
 * press sells none twice.
 */
export function useConvert({ rule, spreadBp }: Rules) {
  const queries = useQueryClient();
  const undecided = useRef(new Map<string, TappedWish<Wish>>());
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (rests: readonly Holding[]) => {
      const sold: string[] = [];
      for (const { symbol, amount } of rests) {
        const tap = undecided.current.get(symbol) ?? {
          ...{ id: uuidAt(serverNow()), seen: quoteOf(symbol)?.slot },
          ...({ symbol, side: 'sell', given: amount, spreadBp, rule } satisfies Wish),
        };
        undecided.current.set(symbol, tap);
        const answer = await send(tap).catch((failure) => {
          if (wasAnswered(failure) && failure.reason !== 'busy') undecided.current.delete(symbol);
          if (sold.length > 0) awaitOrders(sold);
          throw failure;
        });
        undecided.current.delete(symbol);
        keepSlip({ ...answer, seen: tap.seen, doubts: await doubtsAbout(queries, answer, tap) });
        queries.setQueryData(orderQuery(tap.id).queryKey, answer.order);
        sold.push(tap.id);
      }
      return sold;
    },
    meta: { quiet: true },
    onSuccess: awaitOrders,
    onError: () => queries.invalidateQueries({ queryKey: rulesKey }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [...spotKey, 'holdings'] });
      return queries.invalidateQueries({ queryKey: assetsKey });
    },
  });
  const isUndecided = error !== null && !wasAnswered(error);
  return { convert: mutate, isPending, error, isUndecided };
}
