import { toHex } from '@glasshouse/protocol/bytes';
import { coinBySymbol } from '@glasshouse/protocol/coins';
import type * as protocol from '@glasshouse/protocol/contracts';
import type { Input, Output, Refusal } from '@glasshouse/protocol/endpoint';
import { ruleVersion } from '@glasshouse/protocol/settle';
import { slotAt } from '@glasshouse/protocol/tape';
import { bookDebits, type Debit, systemAccount } from '../ledger/ledger.ts';
import { firstTicks, headsSince } from '../market/market.ts';
import { createBatcher } from '../platform/batcher.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, step, type Tx } from '../platform/db.ts';
import { err, ok, type Result } from '../platform/result.ts';
import type { Signer } from '../platform/signer.ts';
import { type Asked, decide, isTooFar, nameOf } from './decide.ts';
import * as table from './open-sql.ts';
import { contractWallet, orderShown, withEntries } from './orders.ts';
import { type ContractRow, newestTerms } from './orders-sql.ts';
import { headMayDiffer } from './since.ts';
import { signSlips, termsOf } from './slips.ts';

type Endpoint = typeof protocol.openContract;
type Answer = Result<Output<Endpoint>, Refusal<Endpoint>>;
type Opening = { db: Db; clock: Clock; signer: Signer };
export type Opener = { open: (owner: bigint, input: Input<Endpoint>) => Promise<Answer>; waiting: () => number };

/** Batches under way at a time. Two keep the database busy; more would only make them smaller. */
export const openingLanes = 2;
const limits = { lanes: 1, mostPerBatch: 1024, mostWaiting: 4096 / openingLanes };
const pool = systemAccount('committed_contracts', 'USDT');
/** No terms allow more (see `contract_terms`), and sums of a whole batch of it stay far inside a bigint. */
const stakeCeiling = 1_000_000_000_000n;

/**
 * Opens contracts. Requests that come while others are being written are written together; each is answered on its own. If a batch
 * fails, whether it was committed is unknown to its callers: the same id sent again finds out.
 */
export function createOpener(opening: Opening): Opener {
  // A user's orders all go the same way, so that batches never wait for each other's wallets.
  const batchers = Array.from({ length: openingLanes }, () =>
    createBatcher<Asked, Answer>((asked) => openAll(opening, asked), limits),
  );
  return {
    waiting: () => batchers.reduce((sum, batcher) => sum + batcher.waiting(), 0),
    open: async (owner, { id, symbol, direction, seconds, stake, returnBp }) => {
      if (stake > stakeCeiling) return err('stake_out_of_range');
      const account = contractWallet(owner);
      const answer = batchers[Number(owner % BigInt(openingLanes))]!.add({
        account,
        id,
        symbol: coinBySymbol(symbol)!.id,
        direction,
        seconds,
        stake,
        returnBp,
      });
      return answer ?? err('busy');
    },
  };
}

/** Opens a batch in one transaction; slips are signed once it is committed. */
async function openAll({ db, clock, signer }: Opening, asked: readonly Asked[]): Promise<Answer[]> {
  const { verdicts, accepted, hashes, repeated } = await step(db, (tx) => writeAll(tx, clock, asked));
  const answers = new Map<ContractRow, Answer>();
  const terms = accepted.map((row) => termsOf(row, hashes.get(row.symbol)!));
  signSlips(signer, terms).forEach((slip, place) => {
    const row = accepted[place]!;
    answers.set(row, ok({ order: orderShown(row), headHash: terms[place]!.headHash, slip }));
  });
  for (const { row, order, headHash } of repeated) {
    const [slip] = headHash === undefined ? [] : signSlips(signer, [termsOf(row, headHash)]);
    // Without its head, whose day has left the tape, nothing can be signed again: the id is simply spent.
    answers.set(row, slip ? ok({ order, headHash: headHash!, slip }) : err('id_used'));
  }
  return verdicts.map((verdict) => (verdict.ok ? answers.get(verdict.value)! : verdict));
}

async function writeAll(tx: Tx, clock: Clock, asked: readonly Asked[]) {
  const ordered = asked.toSorted(byAccount);
  const judged = await bookDebits(tx, 'contract_stake', pool, ordered.map(debitOf), (short) =>
    judge(tx, clock(), asked, ordered, short),
  );
  const { verdicts, accepted, stored, ticks } = judged;
  const again = new Set(stored.size > 0 ? verdicts.flatMap((verdict) => (verdict.ok ? verdict.value : [])) : []);
  const repeated = await showAgain(
    tx,
    [...stored.values()].filter((row) => again.has(row)),
  );
  return { verdicts, accepted, hashes: new Map(ticks.map((tick) => [tick.symbol, toHex(tick.hash)])), repeated };
}

/**
 * Judges the orders and writes the accepted ones, all wallets being locked: nobody else opens or spends anything of these users. The
 * head is read only now, so it is at least as new as anything a sender could have seen; and a settler that has seen this transaction
 * end knows that no order with an older head can come from it.
 */
async function judge(tx: Tx, at: Date, asked: readonly Asked[], ordered: readonly Asked[], short: Map<bigint, bigint>) {
  const terms = await newestTerms(tx);
  const { stored, exposed } = await readBefore(tx, at, terms.max_open, ordered);
  const symbols = [...new Set(asked.map((order) => order.symbol))];
  const ticks = await headsSince(tx, symbols, slotAt(at.getTime() - headMayDiffer));
  const heads = new Map(ticks.map((head) => [head.symbol, Number(head.slot)]));
  const { verdicts, accepted } = decide(asked, { at, terms, heads, stored, short, exposed });
  accepted.sort(byAccount);
  if (accepted.length > 0) await table.insertOrders(tx, at, ruleVersion, accepted);
  return { at, booked: accepted.map(debitOf), verdicts, accepted, stored, ticks };
}

/** What these users did before that matters now: orders stored under the ids asked for, and what is open of those near the limit. */
async function readBefore(tx: Tx, at: Date, limit: bigint, ordered: readonly Asked[]) {
  const wanted = new Map<bigint, bigint>();
  for (const { account, stake } of ordered) wanted.set(account, (wanted.get(account) ?? 0n) + stake);
  const found = await table.recentOf(
    tx,
    limit,
    ordered.map(({ account, id }) => ({ account, id, wanted: wanted.get(account)! })),
  );
  // An id that is too old for a new order may still be a very late retry, and lies before the recent ones.
  const old = ordered.filter(({ id }) => isTooFar(id, at));
  const rows = await table.storedOf(tx, [...old, ...found.filter((order) => order.stored)]);
  return {
    stored: new Map(rows.map((row) => [nameOf(row), row])),
    exposed: new Map(found.map(({ account, open }) => [account, open])),
  };
}

/** Orders that were opened before, as they are now, with the hash of their head while it is on the tape. */
async function showAgain(tx: Tx, rows: readonly ContractRow[]) {
  const orders = await withEntries(tx, rows);
  const heads = await firstTicks(
    tx,
    rows.map(({ symbol, head_slot }) => ({ symbol, from: head_slot, to: head_slot })),
  );
  return rows.map((row, place) => {
    const head = heads[place];
    return { row, order: orders[place]!, headHash: head && toHex(head.hash) };
  });
}

const debitOf = ({ account, id, stake }: { account: bigint; id: string; stake: bigint }): Debit => ({
  account,
  ref: id,
  amount: stake,
});
const byAccount = (a: { account: bigint }, b: { account: bigint }) =>
  a.account < b.account ? -1 : a.account > b.account ? 1 : 0;
