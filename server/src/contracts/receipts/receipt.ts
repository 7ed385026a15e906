import type * as protocol from '@glasshouse/protocol/contracts/calls';
import { daysBetween } from '@glasshouse/protocol/contracts/receipt-drawn';
import { receiptNote } from '@glasshouse/protocol/contracts/receipt-form';
import { decidedAt, gapIn, isRule, ruleOf, type Span } from '@glasshouse/protocol/contracts/settle';
import type { Input, Output, Refusal } from '@glasshouse/protocol/endpoint';
import { formatUsdt } from '@glasshouse/protocol/money';
import { linesOfFact } from '../../ledger/ledger.ts';
import { type Drawn, drawnFrom, givenUpBetween, sealedRun } from '../../market/market.ts';
import type { Tx } from '../../platform/db.ts';
import type { Steps } from '../../platform/http.ts';
import { err, ok, type Result, waitFor } from '../../platform/result.ts';
import type { Signer } from '../../platform/signer.ts';
import { logKeys } from '../../publiclog/publiclog.ts';
import { signAgain } from '../opening/slips.ts';
import { contractWallet, orderShown } from '../orders.ts';
import { type ContractRow, orderById } from '../orders-sql.ts';
import { placeOf } from './place.ts';

const secondsInLine = 20; // until some of those who wait for old ticks have theirs

type Endpoint = typeof protocol.showReceipt;
type Answer<T> = Promise<Result<T, Refusal<Endpoint>>>;
type Evidence = Pick<Output<Endpoint>, 'order' | 'headHash' | 'runs' | 'postings' | 'gap'>;

/** An ended order with everything that is needed to recompute it, and nothing that has to be believed. */
export async function showReceipt(
  step: Steps['step'],
  signer: Signer,
  owner: bigint,
  { id, form }: Input<Endpoint>,
): Answer<Output<Endpoint>> {
  const found = await find(step, owner, id);
  if (!found.ok) return found;
  const { row, evidence } = found.value;
  const again = await step((tx) => signAgain(tx, signer, row, evidence.headHash));
  if (typeof again === 'string') return err(again === 'gone' ? 'tape_gone' : 'not_logged');
  const { slip, accepted } = again;
  const receipt = { kind: 'glasshouse-receipt' as const, note: receiptNote, ...evidence, slip };
  const { gap } = evidence;
  // An order from before there was a log, or on a site that writes none; or an app that was loaded before there were such receipts.
  if (form < 2 || !accepted || (await step(logKeys)).length === 0)
    // What was given up is shown by the log alone.
    return gap ? err('not_logged') : ok({ ...receipt, version: 1 });
  const days = await madeFrom(step, owner, row, gap);
  const placed = await step((tx) => placeOf(tx, accepted, decidedSlot(row, gap), evidence.runs[0]!, { gap, days }));
  return placed ? ok({ ...receipt, version: 2, ...placed }) : err('not_logged');
}

/**
 * What its ticks were made from, once all days of an order are revealed; not while many wait for that, because a receipt is one without it too. A tape
 * with gaps comes from elsewhere, and what was given up was never made.
 */
async function madeFrom(
  step: Steps['step'],
  owner: bigint,
  row: ContractRow,
  gap: Span | undefined,
): Promise<Drawn[] | undefined> {
  if (gap || ruleOf(row.rule).missing !== 'waits') return undefined;
  const days: Drawn[] = [];
  for (const { first, last } of daysBetween(Number(row.head_slot) + 1, decidedSlot(row, gap))) {
    const day = await drawnFrom(step, String(owner), { symbol: row.symbol, first, last });
    if (!day || day === 'busy') return undefined;
    days.push(day);
  }
  return days;
}

/** The same without the slip, for operators: their process does not sign orders, so it cannot say what was signed. */
export async function showEvidence(step: Steps['step'], owner: bigint, { id }: Input<Endpoint>): Answer<Evidence> {
  const found = await find(step, owner, id);
  return found.ok ? ok(found.value.evidence) : found;
}

/** In steps: ticks that have left the tape are made again meanwhile, and no connection is held for that. */
async function find(step: Steps['step'], owner: bigint, id: string): Answer<{ row: ContractRow; evidence: Evidence }> {
  const row = await step((tx) => orderById(tx, contractWallet(owner), id));
  if (!row) return err('not_found');
  if (row.result === null) return err('not_ended');
  if (!isRule(row.rule)) return err('rule_unknown');
  const headSlot = Number(row.head_slot);
  const gap = await step((tx) => gapOf(tx, row));
  const run = await sealedRun(step, String(owner), row.symbol, { first: headSlot, last: lastSlotOf(row, gap) });
  if (run === 'unsealed') return err('not_sealed');
  if (run === 'busy') return waitFor(secondsInLine);
  const headHash = run === 'gone' ? undefined : run.ticks.find(({ slot }) => slot === headSlot)?.hash;
  if (run === 'gone' || headHash === undefined) return err('tape_gone');
  const postings = await step((tx) => postingsOf(tx, row));
  const evidence = { order: orderShown(row), headHash, runs: [run], postings, ...(gap && { gap }) };
  return ok({ row, evidence });
}

/** Up to where the tape must be shown: the tick after the exit, or the end of the time in which a missing tick could have come. */
const lastSlotOf = (row: ContractRow, gap: Span | undefined): number =>
  decidedSlot(row, gap) + (row.exit_slot === null ? 0 : 1);

/** What was given up of the time of an order. */
async function gapOf(tx: Tx, { rule, head_slot, due_slot, seconds }: ContractRow): Promise<Span | undefined> {
  const headSlot = Number(head_slot);
  return gapIn({ rule, headSlot, seconds }, await givenUpBetween(tx, headSlot, Number(due_slot)));
}

function decidedSlot(
  { rule, head_slot, seconds, entry_slot, entry_price, exit_slot, exit_price }: ContractRow,
  gap: Span | undefined,
): number {
  const tick = (slot: bigint | null, price: bigint | null) =>
    slot === null || price === null ? undefined : { slot: Number(slot), price };
  const ticks = { entry: tick(entry_slot, entry_price), exit: tick(exit_slot, exit_price) };
  return decidedAt({ rule, headSlot: Number(head_slot), seconds }, ticks, gap);
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
