import type { Input } from '@glasshouse/protocol/endpoint';
import { decidedAt, gapIn } from '@glasshouse/protocol/orders/one-tick';
import type * as protocol from '@glasshouse/protocol/spot/calls';
import { walletOf } from '#money/ledger/ledger.ts';
import type { Steps } from '#platform/http/http.ts';
import { err } from '#platform/http/result.ts';
import type { Signer } from '#platform/security/signer.ts';
import * as orders from '../orders/orders.ts';
import { currenciesOf, orderShown } from './orders.ts';
import { orderById, type SpotRow } from './orders-sql.ts';
import { outcomeCodes, product } from './product.ts';

const dueOf = ({ rule, due_slot }: SpotRow) => ({ rule, dueSlot: Number(due_slot) });

const proven: orders.ReceiptStrategy<SpotRow, protocol.SpotOrder, { product: 'spot' }> = {
  product,
  says: { product: 'spot' },
  show: orderShown,
  gapIn: (row, givenUp) => gapIn(dueOf(row), givenUp),
  decidedSlot: (row, gap) => {
    const exit = row.exit_slot === null ? undefined : { slot: Number(row.exit_slot), price: row.exit_price! };
    return decidedAt(dueOf(row), { exit }, gap);
  },
  // Up to the tick after the one that filled it, or to the end of the time in which that could have arrived.
  spans: (row, gap) => [
    { first: Number(row.head_slot), last: proven.decidedSlot(row, gap) + (row.exit_slot === null ? 0 : 1) },
  ],
  seededSpan: (row, gap) =>
    gap ? undefined : { first: Number(row.head_slot) + 1, last: proven.decidedSlot(row, gap) },
  namesCurrency: true,
  // The posting of what was given, and that of what was received or returned.
  lines: (row) => {
    const { given, received } = currenciesOf(row);
    const kind = row.buy ? 'spot_buy' : 'spot_sell';
    const gave = { kind, account: row.account, currency: given } as const;
    if (row.result === outcomeCodes.void) return [gave, { ...gave, kind: 'spot_return' }];
    return [gave, { ...gave, account: walletOf(row.owner, 'spot', received), currency: received }];
  },
};

/** A filled order with everything needed to recompute it. */
export async function showReceipt(
  step: Steps['step'],
  signer: Signer,
  owner: bigint,
  { id, form }: Input<typeof protocol.showReceipt>,
  reader?: string,
) {
  const row = await step((tx) => orderById(tx, owner, id));
  if (!row) return err('not_found');
  return orders.showReceipt(step, signer, proven, row, form, reader);
}
