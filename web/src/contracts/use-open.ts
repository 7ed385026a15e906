import type { openContract } from '@glasshouse/protocol/contracts';
import type { Direction } from '@glasshouse/protocol/settle';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { assetsKey } from '../lib/assets.ts';
import { call, Refused } from '../lib/call.ts';
import { formatDecimal } from '../lib/format.ts';
import { serverNow } from '../lib/server-clock.ts';
import { wasAnswered } from '../lib/use-act.ts';
import { uuidAt } from '../lib/uuid.ts';
import { useWords } from '../lib/words.tsx';
import { showToast } from '../ui/toast.ts';
import { type Positions, positionsKey, putOrder } from './positions.ts';
import { rulesKey } from './rules.ts';
import { keepSlip } from './slips.ts';

export type Wish = { symbol: string; direction: Direction; seconds: number; stake: string; returnBp: number };
type Tap = Wish & { id: string };

const pause = 400;
// A finger that taps twice means one order.
const apart = 600;

const send = (tap: Tap) => call<typeof openContract>('POST', '/index/contract/open', tap);
/** Nobody has decided about it yet: the same order may be sent again. */
const isOpen = (error: unknown) => !wasAnswered(error) || error.reason === 'busy';

/** Sends an order, and once more under the same name if it got no decision. */
async function sendTwice(tap: Tap) {
  try {
    return await send(tap);
  } catch (error) {
    if (!isOpen(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return send(tap);
  }
}

/** Opens contracts, each tap once. Its name is made at the tap; while nobody has decided about it, the same wish is the same tap. */
export function useOpen(orders: Positions['orders'] | undefined, onOpened: () => void) {
  const { t } = useWords();
  const queries = useQueryClient();
  const undecided = useRef<Tap>(undefined);
  // The second of two quick taps comes before the first is drawn as under way, or just after it was answered.
  const last = useRef<{ wish: Wish; until: number }>(undefined);
  const { mutate, isPending, error, reset, variables } = useMutation({
    mutationFn: sendTwice,
    // What went wrong stands beside the button.
    meta: { quiet: true },
    onSuccess: async (slip, { symbol, direction }) => {
      undecided.current = undefined;
      keepSlip(slip);
      onOpened();
      const stake = formatDecimal(slip.order.stake);
      showToast({
        kind: 'success',
        text: t('contract.opened', { direction: t(`contract.${direction}`), symbol, stake }),
      });
      await putOrder(queries, slip.order);
    },
    onError: (failure, tap) => {
      undecided.current = isOpen(failure) ? tap : undefined;
      const changed = failure instanceof Refused && failure.reason === 'terms_changed';
      void queries.invalidateQueries({ queryKey: changed ? rulesKey : positionsKey });
    },
    onSettled: (slip, _, wish) => {
      last.current = slip && { wish, until: serverNow() + apart };
      return queries.invalidateQueries({ queryKey: assetsKey });
    },
  });
  // It had arrived, only its answer had not: the order is there.
  useEffect(() => {
    if (!orders?.some(({ id }) => id === undecided.current?.id)) return;
    undecided.current = undefined;
    reset();
    onOpened();
  }, [orders, reset, onOpened]);
  const open = (wish: Wish) => {
    const isUnderWay = last.current?.until === Number.POSITIVE_INFINITY;
    if (isUnderWay || (last.current && serverNow() < last.current.until && isSame(last.current.wish, wish))) return;
    last.current = { wish, until: Number.POSITIVE_INFINITY };
    const before = undecided.current;
    mutate({ ...wish, id: before && isSame(before, wish) ? before.id : uuidAt(serverNow()) });
  };
  return {
    open,
    isPending,
    error,
    isUndecided: error !== null && isOpen(error),
    reset,
    direction: variables?.direction,
  };
}

const isSame = (a: Wish, b: Wish) =>
  a.symbol === b.symbol &&
  a.direction === b.direction &&
  a.seconds === b.seconds &&
  a.stake === b.stake &&
  a.returnBp === b.returnBp;
