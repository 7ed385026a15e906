import type * as protocol from '@glasshouse/protocol/contracts/calls';
import { receiptNote } from '@glasshouse/protocol/contracts/receipt-form';
import { isRule, ruleOf } from '@glasshouse/protocol/contracts/settle';
import type { Input, Output, Refusal } from '@glasshouse/protocol/endpoint';
import { formatUsdt } from '@glasshouse/protocol/money';
import { linesOfFact } from '../../ledger/ledger.ts';
import { sealedRun } from '../../market/market.ts';
import type { Tx } from '../../platform/db.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Signer } from '../../platform/signer.ts';
import { signSlips, slipTermsOf } from '../opening/slips.ts';
import { contractWallet, orderShown } from '../orders.ts';
import { type ContractRow, orderById } from '../orders-sql.ts';

type Endpoint = typeof protocol.showReceipt;
type Answer<T> = Promise<Result<T, Refusal<Endpoint>>>;
type Evidence = Pick<Output<Endpoint>, 'order' | 'headHash' | 'runs' | 'postings'>;

/** An ended order with everything that is needed to recompute it, and nothing that has to be believed. */
export async function showReceipt(
  tx: Tx,
  signer: Signer,
  owner: bigint,
  { id }: Input<Endpoint>,
): Answer<Output<Endpoint>> {
  const found = await find(tx, owner, id);
  if (!found.ok) return found;
  const { row, evidence } = found.value;
  const [slip] = signSlips(signer, [slipTermsOf(row, evidence.headHash)]);
  return ok({ kind: 'glasshouse-receipt', version: 1, note: receiptNote, ...evidence, slip: slip! });
}

/** The same without the slip, for operators: their process does not sign orders, so it cannot say what was signed. */
export async function showEvidence(tx: Tx, owner: bigint, { id }: Input<Endpoint>): Answer<Evidence> {
  const found = await find(tx, owner, id);
  return found.ok ? ok(found.value.evidence) : found;
}

async function find(tx: Tx, owner: bigint, id: string): Answer<{ row: ContractRow; evidence: Evidence }> {
  const row = await orderById(tx, contractWallet(owner), id);
  if (!row) return err('not_found');
  if (row.result === null) return err('not_ended');
  if (!isRule(row.rule)) return err('rule_unknown');
  const headSlot = Number(row.head_slot);
  const run = await sealedRun(tx, row.symbol, { first: headSlot, last: lastSlotOf(row) });
  if (run === 'unsealed') return err('not_sealed');
  const headHash = run === 'gone' ? undefined : run.ticks.find(({ slot }) => slot === headSlot)?.hash;
  if (run === 'gone' || headHash === undefined) return err('tape_gone');
  const evidence = { order: orderShown(row), headHash, runs: [run], postings: await postingsOf(tx, row) };
  return ok({ row, evidence });
}

/** Up to where the tape must be shown: the tick after the exit, or the end of the time in which a missing tick could have come. */
function lastSlotOf({ rule, head_slot, seconds, entry_slot, exit_slot }: ContractRow): number {
  if (exit_slot !== null) return Number(exit_slot) + 1;
  const { entryIn, exitIn } = ruleOf(rule);
  return (entry_slot === null ? entryIn : exitIn)({ headSlot: Number(head_slot), seconds }).last;
}

/** What the order moved in the user's wallet. */
async function postingsOf(tx: Tx, { account, id }: ContractRow): Promise<protocol.Receipt['postings']> {
  const postings: protocol.Receipt['postings'] = [];
  for (const kind of ['contract_stake', 'contract_payout'] as const) {
    for (const { at, amount } of await linesOfFact(tx, [account], kind, id))
      postings.push({ at: at.toISOString(), kind, amount: formatUsdt(amount) });
  }
  return postings;
}
