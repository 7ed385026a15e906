import type * as protocol from '@glasshouse/protocol/contracts';
import type { Input, Output, Refusal } from '@glasshouse/protocol/endpoint';
import { formatUnits } from '@glasshouse/protocol/money';
import { receiptNote } from '@glasshouse/protocol/receipt-form';
import { lateAfter } from '@glasshouse/protocol/settle';
import { linesOfFact } from '../ledger/ledger.ts';
import { sealedRun } from '../market/market.ts';
import type { Tx } from '../platform/db.ts';
import { err, ok, type Result } from '../platform/result.ts';
import type { Signer } from '../platform/signer.ts';
import { contractWallet, orderShown } from './orders.ts';
import { type ContractRow, orderById } from './orders-sql.ts';
import { signSlips, termsOf } from './slips.ts';

type Endpoint = typeof protocol.showReceipt;
type Answer = Result<Output<Endpoint>, Refusal<Endpoint>>;

/** An ended order with everything that is needed to recompute it, and nothing that has to be believed. */
export async function showReceipt(tx: Tx, signer: Signer, owner: bigint, { id }: Input<Endpoint>): Promise<Answer> {
  const row = await orderById(tx, contractWallet(owner), id);
  if (!row) return err('not_found');
  if (row.result === null) return err('not_ended');
  const headSlot = Number(row.head_slot);
  const run = await sealedRun(tx, row.symbol, { first: headSlot, last: lastSlotOf(row) });
  if (run === 'unsealed') return err('not_sealed');
  const headHash = run === 'gone' ? undefined : run.ticks.find(({ slot }) => slot === headSlot)?.hash;
  if (run === 'gone' || headHash === undefined) return err('tape_gone');
  const [slip] = signSlips(signer, [termsOf(row, headHash)]);
  return ok({
    kind: 'glasshouse-receipt',
    version: 1,
    note: receiptNote,
    order: orderShown(row),
    headHash,
    slip: slip!,
    runs: [run],
    postings: await postingsOf(tx, row),
  });
}

/** Up to where the tape must be shown: the tick after the exit, or the end of the time in which a missing tick could have come. */
function lastSlotOf(row: ContractRow): number {
  if (row.exit_slot !== null) return Number(row.exit_slot) + 1;
  return Number(row.entry_slot === null ? row.head_slot : row.due_slot) + lateAfter;
}

/** What the order moved in the user's wallet. */
async function postingsOf(tx: Tx, { account, id }: ContractRow): Promise<protocol.Receipt['postings']> {
  const postings: protocol.Receipt['postings'] = [];
  for (const kind of ['contract_stake', 'contract_payout'] as const) {
    for (const { at, amount } of await linesOfFact(tx, [account], kind, id))
      postings.push({ at: at.toISOString(), kind, amount: formatUnits(amount, 'USDT') });
  }
  return postings;
}
