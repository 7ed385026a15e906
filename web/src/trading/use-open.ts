import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { assetsKey } from '../lib/assets.ts';
import { Refused } from '../lib/call.ts';
import { checkLogWhenDue } from '../lib/check-log.ts';
import { quoteOf } from '../lib/quotes.ts';
import { serverNow } from '../lib/server-clock.ts';
import { wasAnswered } from '../lib/use-act.ts';
import { useReconnected } from '../lib/use-reconnected.ts';
import { uuidAt } from '../lib/uuid.ts';
import { showToast } from '../ui/toast.ts';
import type { Doubt } from './doubts.ts';
import { noteNewOrder } from './scroll-to-order.ts';
import { doubtText, type KeptSlip, keepSlip, type SlipOrder } from './slips.ts';

const pause = 400;
// Milliseconds: two taps within this time are one order.
const doubleTapTime = 600;

/** An order request with its id and the newest tick of its coin that this device had seen at the tap. */
export type TappedWish<W> = W & { id: string; seen: number | undefined };

/** The product-specific steps of opening orders. Must be the same object in every render. */
export type OpeningStrategy<W, O extends SlipOrder> = {
  send: (tap: TappedWish<W>) => Promise<KeptSlip<O>>;
  /** Fetches one order; refused with 404 if there is none. */
  find: (id: string) => Promise<unknown>;
  isSame: (a: W, b: W) => boolean;
  /** Finds problems in an answer. */
  doubtsAbout: (queries: QueryClient, answer: KeptSlip<O>, tap: TappedWish<W>) => Promise<Doubt[]>;
  announceOpened: (order: W | O) => void;
  /** Shows an accepted order at once. */
  put: (queries: QueryClient, order: O) => Promise<void>;
  /** The query to invalidate after an order failed. */
  staleAfter: (reason: string | undefined) => QueryKey;
};

/** Whether the outcome is unknown, so that the same order may be sent again. */
const isOpen = (error: unknown) => !wasAnswered(error) || error.reason === 'busy';

/** Sends an order, and once more with the same id if the outcome is unknown. */
async function sendTwice<A>(send: () => Promise<A>): Promise<A> {
  try {
    return await send();
  } catch (error) {
    if (!isOpen(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return send();
  }
}

/**
 * Opens orders, once per tap. The id is made at the tap. While its outcome is unknown, the same request reuses that id.
 */
export function useOpen<W extends { symbol: string }, O extends SlipOrder>(
  product: OpeningStrategy<W, O>,
  orders: readonly { id: string }[] | undefined,
  onOpened: () => void,
) {
  const queries = useQueryClient();
  const undecided = useRef<TappedWish<W>>(undefined);
  // The second of two quick taps may arrive before the first is rendered as pending, or just after it was answered.
  const last = useRef<{ wish: W; until: number }>(undefined);
  const examine = useCallback(
    async (answer: KeptSlip<O>, tap: TappedWish<W>): Promise<KeptSlip<O>> => ({
      ...answer,
      seen: tap.seen,
      doubts: await product.doubtsAbout(queries, answer, tap),
    }),
    [product, queries],
  );
  const { mutate, isPending, error, reset, variables } = useMutation({
    mutationFn: async (tap: TappedWish<W>) => examine(await sendTwice(() => product.send(tap)), tap),
    // The error is shown next to the button.
    meta: { quiet: true },
    onSuccess: async (slip) => {
      undecided.current = undefined;
      keepSlip(slip);
      checkLogWhenDue();
      onOpened();
      const [doubt] = slip.doubts ?? [];
      if (doubt) showToast({ kind: 'error', text: doubtText(doubt, slip) });
      else product.announceOpened(slip.order);
      noteNewOrder(slip.order.id);
      await product.put(queries, slip.order);
    },
    onError: (failure, tap) => {
      undecided.current = isOpen(failure) ? tap : undefined;
      const reason = failure instanceof Refused ? failure.reason : undefined;
      void queries.invalidateQueries({ queryKey: product.staleAfter(reason) });
    },
    onSettled: (slip, _, wish) => {
      last.current = slip && { wish, until: serverNow() + doubleTapTime };
      return queries.invalidateQueries({ queryKey: assetsKey });
    },
  });
  // The order had arrived, and only its answer was lost.
  const arrived = useCallback(
    (tap: TappedWish<W>) => {
      undecided.current = undefined;
      reset();
      onOpened();
      product.announceOpened(tap);
      noteNewOrder(tap.id);
      // Sending the same order again returns the same answer, which has its slip.
      void product
        .send(tap)
        .then((answer) => examine(answer, tap))
        .then(keepSlip, () => {});
    },
    [product, examine, reset, onOpened],
  );
  useEffect(() => {
    const tap = undecided.current;
    if (tap && orders?.some(({ id }) => id === tap.id)) arrived(tap);
  }, [orders, arrived]);
  const isUndecided = error !== null && isOpen(error);
  const [missing, setMissing] = useState<string>();
  // Looks the order up instead of sending it again: the user may no longer want it at another price.
  useReconnected(isUndecided && !isPending, () => {
    const tap = undecided.current;
    if (!tap) return;
    product.find(tap.id).then(
      () => undecided.current === tap && arrived(tap),
      (failure) => failure instanceof Refused && failure.code === 404 && setMissing(tap.id),
    );
  });
  const open = (wish: W) => {
    const isUnderWay = last.current?.until === Number.POSITIVE_INFINITY;
    if (isUnderWay || (last.current && serverNow() < last.current.until && product.isSame(last.current.wish, wish)))
      return;
    setMissing(undefined);
    last.current = { wish, until: Number.POSITIVE_INFINITY };
    const before = undecided.current;
    if (before && product.isSame(before, wish)) mutate(before);
    else mutate({ ...wish, id: uuidAt(serverNow()), seen: quoteOf(wish.symbol)?.slot });
  };
  return {
    open,
    isPending,
    error,
    isUndecided,
    isMissing: missing !== undefined && missing === variables?.id,
    reset,
    wish: variables,
  };
}
