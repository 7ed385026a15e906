import type { Input } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/options/calls';
import { decidedAt, gapIn } from '@glasshouse/protocol/options/settle';
import { entryOfSale } from '#evidence/publiclog/publiclog.ts';
import type { Steps } from '#platform/http/http.ts';
import type { Signer } from '#platform/security/signer.ts';
import * as orders from '../orders/orders.ts';
import { optionsWallet, orderShown } from './orders.ts';
import type { OptionRow } from './orders-sql.ts';
import { outcomeCodes, product } from './product.ts';

const dueOf = ({ rule, due_slot }: OptionRow) => ({ rule, dueSlot: Number(due_slot) });
/** The slot around which it ended: that of its exit, or of the tick it was sold by. */
function decidedSlot(row: OptionRow, gap: Parameters<typeof decidedAt>[2]): number {
  const exit = row.exit_slot === null ? undefined : { slot: Number(row.exit_slot), price: row.exit_price! };
  return decidedAt(dueOf(row), { exit }, gap);
}

const proven: orders.ReceiptStrategy<OptionRow, protocol.OptionOrder, { product: 'option' }> = {
  product,
  says: { product: 'option' },
  isOwnersEnd: ({ result }) => result === outcomeCodes.sold,
  endEntry: async (tx, row) => (row.result === outcomeCodes.sold ? entryOfSale(tx, row) : undefined),
  show: orderShown,
  gapIn: (row, givenUp) => gapIn(dueOf(row), givenUp),
  decidedSlot,
  // For the purchase: the quote's tick to the one after the head. For the end: the tick before it to the one after it.
  spans: (row, gap) => {
    const bought = { first: Number(row.quote_slot), last: Number(row.head_slot) + 1 };
    const decided = decidedSlot(row, gap);
    const from = gap || row.result === outcomeCodes.sold ? decided : Number(row.due_slot);
    const ended = { first: from - 1, last: decided + (row.exit_slot === null ? 0 : 1) };
    return ended.first <= bought.last
      ? [{ first: bought.first, last: Math.max(ended.last, bought.last) }]
      : [bought, ended];
  },
  // From the head, or from the ticks shown around its end: a run begins with the tick before the requested slots.
  seededSpan: (row, gap) => {
    if (gap) return undefined;
    const [, ended] = proven.spans(row, gap);
    return { first: ended?.first ?? Number(row.head_slot) + 1, last: decidedSlot(row, gap) };
  },
  lines: ({ account }) =>
    (['option_premium', 'option_payout'] as const).map((kind) => ({ kind, account, currency: 'USDT' })),
};

type ReceiptRequest = Input<typeof protocol.showReceipt>;
export const showReceipt = (
  step: Steps['step'],
  signer: Signer,
  owner: bigint,
  { id, form }: ReceiptRequest,
  reader?: string,
) => orders.showReceipt(step, signer, proven, { account: optionsWallet(owner), id }, form, reader);
