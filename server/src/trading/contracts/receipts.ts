import type * as protocol from '@glasshouse/protocol/contracts/calls';
import { decidedAt, gapIn } from '@glasshouse/protocol/contracts/settle';
import type { Input } from '@glasshouse/protocol/endpoint';
import type { Steps } from '#platform/http/http.ts';
import type { Signer } from '#platform/security/signer.ts';
import * as orders from '../orders/orders.ts';
import { contractWallet, orderShown } from './orders.ts';
import type { ContractRow } from './orders-sql.ts';
import { product } from './product.ts';

type ReceiptRequest = Input<typeof protocol.showReceipt>;
const placedOf = ({ rule, head_slot, seconds }: ContractRow) => ({ rule, headSlot: Number(head_slot), seconds });

const proven: orders.ReceiptStrategy<ContractRow, protocol.Order, object> = {
  product,
  says: {}, // contracts were the first product, so their receipts don't name it
  show: (row) => orderShown(row),
  gapIn: (row, givenUp) => gapIn(placedOf(row), givenUp),
  decidedSlot: (row, gap) => {
    const tick = (slot: bigint | null, price: bigint | null) =>
      slot === null || price === null ? undefined : { slot: Number(slot), price };
    const ticks = { entry: tick(row.entry_slot, row.entry_price), exit: tick(row.exit_slot, row.exit_price) };
    return decidedAt(placedOf(row), ticks, gap);
  },
  // Up to the tick after the exit, or to the end of the time in which a missing tick could have arrived.
  spans: (row, gap) => [
    { first: Number(row.head_slot), last: proven.decidedSlot(row, gap) + (row.exit_slot === null ? 0 : 1) },
  ],
  seededSpan: (row, gap) =>
    gap ? undefined : { first: Number(row.head_slot) + 1, last: proven.decidedSlot(row, gap) },
  lines: ({ account }) =>
    (['contract_stake', 'contract_payout'] as const).map((kind) => ({ kind, account, currency: 'USDT' })),
};

export const showReceipt = (
  step: Steps['step'],
  signer: Signer,
  owner: bigint,
  { id, form }: ReceiptRequest,
  reader?: string,
) => orders.showReceipt(step, signer, proven, { account: contractWallet(owner), id }, form, reader);

export const showEvidence = (step: Steps['step'], owner: bigint, { id }: Pick<ReceiptRequest, 'id'>) =>
  orders.showEvidence(step, proven, { account: contractWallet(owner), id });
