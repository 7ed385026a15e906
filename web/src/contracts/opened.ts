import { formatDecimal } from '@glasshouse/kit/format.ts';
import type { Order, openContract, showOrder } from '@glasshouse/protocol/contracts/calls';
import { call } from '../lib/call.ts';
import { rulesKey, slipKeysFor } from '../lib/rules.ts';
import { t } from '../lib/words.tsx';
import type { OpeningStrategy, TappedWish } from '../trading/use-open.ts';
import { showToast } from '../ui/toast.ts';
import { doubtsAbout, type Wish } from './acceptance.ts';
import { positionsKey, putContract } from './positions.ts';

/** Sends the amount from Funding that the ticket showed together with the order. */
const send = ({ seen: _, move, ...order }: TappedWish<Wish>) =>
  call<typeof openContract>('POST', '/index/contract/open', { ...order, ...(move && { fromFund: true }) });

export function announceOpened({ symbol, direction, stake }: Wish | Order): void {
  const words = { direction: t(`contract.${direction}`), symbol, stake: formatDecimal(stake) };
  showToast({ kind: 'success', high: true, text: t('contract.opened', words) });
}

// Ignores `move`: after the money has moved, the same order needs no more of it.
const isSame = (a: Wish, b: Wish) =>
  a.symbol === b.symbol &&
  a.direction === b.direction &&
  a.seconds === b.seconds &&
  a.stake === b.stake &&
  a.returnBp === b.returnBp;

/** How contracts are opened. */
export const contractOrders: OpeningStrategy<Wish, Order> = {
  send,
  find: (id) => call<typeof showOrder>('POST', '/index/contract/order', { id }),
  isSame,
  doubtsAbout: async (queries, answer, tap) =>
    doubtsAbout(answer, tap, await slipKeysFor(queries, answer.slip.publicKey)),
  announceOpened,
  put: putContract,
  staleAfter: (reason) => (reason === 'terms_changed' ? rulesKey : positionsKey),
};
