import { formatDecimal } from '@glasshouse/kit/format.ts';
import type { openContract, Rules, showOrder } from '@glasshouse/protocol/contracts/calls';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { assetsKey } from '../lib/assets.ts';
import { call, Refused } from '../lib/call.ts';
import { lookAtLog } from '../lib/look-at-log.ts';
import { quoteOf } from '../lib/quotes.ts';
import { serverNow } from '../lib/server-clock.ts';
import { wasAnswered } from '../lib/use-act.ts';
import { useLineBack } from '../lib/use-line-back.ts';
import { uuidAt } from '../lib/uuid.ts';
import { t } from '../lib/words.tsx';
import { showToast } from '../ui/toast.ts';
import { doubtsAbout, slipKeysOf, type Tap, type Wish } from './acceptance.ts';
import { doubtText } from './doubt-words.ts';
import { type Positions, positionsKey, putOrder } from './positions.ts';
import { rulesKey, rulesQuery } from './rules.ts';
import { type KeptSlip, keepSlip } from './slips.ts';

const pause = 400;
// A finger that taps twice means one order.
const apart = 600;

const send = ({ seen: _, rule: __, ...order }: Tap) => call<typeof openContract>('POST', '/index/contract/open', order);
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

/** The answer with what this device finds wrong with it. A key that is not known here may have been published since. */
async function examine(queries: QueryClient, answer: KeptSlip, tap: Tap, rules: Rules): Promise<KeptSlip> {
  const isKnown = slipKeysOf(rules).includes(answer.slip.publicKey);
  const newest = isKnown ? rules : await queries.fetchQuery({ ...rulesQuery, staleTime: 0 }).catch(() => rules);
  return { ...answer, seen: tap.seen, doubts: await doubtsAbout(answer, tap, slipKeysOf(newest)) };
}

function sayOpened({ symbol, direction, stake }: Pick<Tap, 'symbol' | 'direction' | 'stake'>): void {
  const words = { direction: t(`contract.${direction}`), symbol, stake: formatDecimal(stake) };
  showToast({ kind: 'success', text: t('contract.opened', words) });
}

/** Opens contracts, each tap once. Its name is made at the tap; while nobody has decided about it, the same wish is the same tap. */
export function useOpen(orders: Positions['orders'] | undefined, rules: Rules, onOpened: () => void) {
  const queries = useQueryClient();
  const undecided = useRef<Tap>(undefined);
  // The second of two quick taps comes before the first is drawn as under way, or just after it was answered.
  const last = useRef<{ wish: Wish; until: number }>(undefined);
  const { mutate, isPending, error, reset, variables } = useMutation({
    mutationFn: async (tap: Tap) => examine(queries, await sendTwice(tap), tap, rules),
    // What went wrong stands beside the button.
    meta: { quiet: true },
    onSuccess: async (slip) => {
      undecided.current = undefined;
      keepSlip(slip);
      lookAtLog();
      onOpened();
      const [doubt] = slip.doubts ?? [];
      if (doubt) showToast({ kind: 'error', text: doubtText(doubt, slip) });
      else sayOpened(slip.order);
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
  const arrived = useCallback(
    (tap: Tap) => {
      undecided.current = undefined;
      reset();
      onOpened();
      sayOpened(tap);
      // Its slip is in that answer, and the same order again is answered the same.
      void send(tap)
        .then((answer) => examine(queries, answer, tap, rules))
        .then(keepSlip, () => {});
    },
    [rules, queries, reset, onOpened],
  );
  useEffect(() => {
    const tap = undecided.current;
    if (tap && orders?.some(({ id }) => id === tap.id)) arrived(tap);
  }, [orders, arrived]);
  const isUndecided = error !== null && isOpen(error);
  const [missing, setMissing] = useState<string>();
  // It is looked for, not sent again: nobody may want it any more at another price.
  useLineBack(isUndecided && !isPending, () => {
    const tap = undecided.current;
    if (!tap) return;
    call<typeof showOrder>('POST', '/index/contract/order', { id: tap.id }).then(
      () => undecided.current === tap && arrived(tap),
      (failure) => failure instanceof Refused && failure.code === 404 && setMissing(tap.id),
    );
  });
  const open = (wish: Wish) => {
    const isUnderWay = last.current?.until === Number.POSITIVE_INFINITY;
    if (isUnderWay || (last.current && serverNow() < last.current.until && isSame(last.current.wish, wish))) return;
    setMissing(undefined);
    last.current = { wish, until: Number.POSITIVE_INFINITY };
    const before = undecided.current;
    if (before && isSame(before, wish)) mutate(before);
    else mutate({ ...wish, id: uuidAt(serverNow()), rule: rules.rule, seen: quoteOf(wish.symbol)?.slot });
  };
  return {
    open,
    isPending,
    error,
    isUndecided,
    isMissing: missing !== undefined && missing === variables?.id,
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
