import { parseUnits } from '@glasshouse/protocol/money';
import { checkSlip } from '@glasshouse/protocol/orders/slip';
import type { SpotOrder } from '@glasshouse/protocol/spot/calls';
import { dueSlotOf } from '@glasshouse/protocol/spot/settle';
import { spotSlipBytes, spotTerms } from '@glasshouse/protocol/spot/slip';
import type { QueryClient } from '@tanstack/react-query';
import { slipKeysFor } from '../lib/rules.ts';
import { type Doubt, isOlder, isSigned } from '../trading/doubts.ts';
import type { KeptSlip } from '../trading/slips.ts';
import type { OpeningStrategy, TappedWish } from '../trading/use-open.ts';
import { givenIn } from './amounts.ts';
import { awaitOrders, findOrder, orderQuery, rulesKey, send, spotKey, type Wish } from './spot.ts';

const isSame = (a: Wish, b: Wish) =>
  a.symbol === b.symbol && a.side === b.side && a.given === b.given && a.spreadBp === b.spreadBp;

const isAsTapped = (order: SpotOrder, tap: TappedWish<Wish>): boolean => {
  const currency = givenIn(tap);
  return (
    order.id === tap.id &&
    isSame({ ...order, given: tap.given }, tap) &&
    order.rule === tap.rule &&
    parseUnits(order.given, currency) === parseUnits(tap.given, currency) &&
    order.dueSlot === dueSlotOf(order)
  );
};

/** Compares the server's answer with the request. Nothing in the answer is trusted without a check. */
export async function doubtsAbout(
  queries: QueryClient,
  answer: KeptSlip<SpotOrder>,
  tap: TappedWish<Wish>,
): Promise<Doubt[]> {
  const { order, headHash, slip } = answer;
  const terms = spotTerms(order, headHash);
  const keys = await slipKeysFor(queries, slip.publicKey).catch(() => []);
  const doubts: Doubt[] = [];
  if (!isAsTapped(order, tap)) doubts.push('terms');
  if (!(await isSigned(answer, keys, () => terms && checkSlip(spotSlipBytes(terms), slip)))) doubts.push('slip');
  if (isOlder(order.headSlot, tap.seen)) doubts.push('head');
  return doubts;
}

/** How coins are bought and sold. */
export const spotOrders: OpeningStrategy<Wish, SpotOrder> = {
  send,
  find: findOrder,
  isSame,
  doubtsAbout,
  // The result is shown a second later.
  announceOpened: (order) => 'id' in order && awaitOrders([order.id]),
  put: async (queries, order) => {
    queries.setQueryData(orderQuery(order.id).queryKey, order);
    await queries.invalidateQueries({ queryKey: [...spotKey, 'holdings'] });
  },
  staleAfter: (reason) => (reason === 'terms_changed' ? rulesKey : spotKey),
};
