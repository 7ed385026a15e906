import { toHex } from '@glasshouse/protocol/bytes';
import type * as protocol from '@glasshouse/protocol/contracts/calls';
import type { Input, Output, Refusal } from '@glasshouse/protocol/endpoint';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { slotAt } from '@glasshouse/protocol/market/tape';
import { holdWallets } from '../../ledger/ledger.ts';
import { firstTicks, headsSince } from '../../market/market.ts';
import { createBatcher } from '../../platform/batcher.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Db, step, type Tx } from '../../platform/db.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Signer } from '../../platform/signer.ts';
import { contractWallet, orderShown, withEntries } from '../orders.ts';
import { type ContractRow, termsAt } from '../orders-sql.ts';
import { headMayDiffer } from '../since.ts';
import { type Asked, acceptAll, decide, isTooFar, nameOf, type Verdict } from './decide.ts';
import * as table from './open-sql.ts';
import { signAgain, signSlips, slipTermsOf } from './slips.ts';

type Endpoint = typeof protocol.openContract;
type Answer = Result<Output<Endpoint>, Refusal<Endpoint>>;
/** An answer that takes a look at others' orders: it is made after the batch, which goes on without it. */
type Later = () => Promise<Answer>;
type Opening = { db: Db; clock: Clock; signer: Signer };
export type Opener = { open: (owner: bigint, input: Input<Endpoint>) => Promise<Answer>; waiting: () => number };

/** Batches under way at a time. Two keep the database busy; more would only make them smaller. */
export const openingLanes = 2;
const limits = { lanes: 1, mostPerBatch: 1024, mostWaiting: 4096 / openingLanes };
/** How many orders of one user may wait: nobody fills a lane alone, even while it stands still. */
const mostOfOne = 64;
/** No terms allow more (see `contract_terms`), and a whole batch of such stakes adds up to far less than a bigint holds. */
const stakeCeiling = 1_000_000_000_000n;

/**
 * Opens contracts. Requests that come while others are being written are written together; each is answered on its own. If a batch
 * fails, whether it was committed is unknown to its callers: the same id sent again finds out.
 */
export function createOpener(opening: Opening): Opener {
  // A user's orders all go the same way, so that batches never wait for each other's wallets.
  const batchers = Array.from({ length: openingLanes }, () =>
    createBatcher<Asked, Answer | Later>((asked) => openAll(opening, asked), limits),
  );
  const waiting = new Map<bigint, number>();
  return {
    waiting: () => batchers.reduce((sum, batcher) => sum + batcher.waiting(), 0),
    open: async (owner, { id, symbol, direction, seconds, stake, returnBp }) => {
      if (stake > stakeCeiling) return err('stake_out_of_range');
      const account = contractWallet(owner);
      const own = waiting.get(account) ?? 0;
      if (own >= mostOfOne) return err('busy');
      const answer = batchers[Number(owner % BigInt(openingLanes))]!.add({
        account,
        id,
        symbol: coinBySymbol(symbol)!.id,
        direction,
        seconds,
        stake,
        returnBp,
      });
      if (!answer) return err('busy');
      waiting.set(account, own + 1);
      try {
        const answered = await answer;
        return typeof answered === 'function' ? await answered() : answered;
      } finally {
        const left = waiting.get(account)! - 1;
        if (left > 0) waiting.set(account, left);
        else waiting.delete(account);
      }
    },
  };
}

/** Opens a batch in one transaction; slips are signed once it is committed. */
async function openAll({ db, clock, signer }: Opening, asked: readonly Asked[]): Promise<(Answer | Later)[]> {
  const opened = (await openPlain(db, clock(), asked)) ?? (await step(db, (tx) => openJudged(tx, clock, asked)));
  const { verdicts, accepted, hashes, repeated } = opened;
  const answers = new Map<ContractRow, Answer | Later>();
  const terms = accepted.map((row) => slipTermsOf(row, hashes.get(row.symbol)!));
  signSlips(signer, terms).forEach((slip, place) => {
    const row = accepted[place]!;
    answers.set(row, ok({ order: orderShown(row), headHash: terms[place]!.headHash, slip }));
  });
  for (const { row, order, headHash } of repeated) {
    const make: Later = async () => {
      const again = await signAgain(db, signer, row, headHash);
      // Without its head, whose day has left the tape, or its place in the log nothing can be signed again: the id is simply spent.
      if (typeof again === 'string') return err('id_used');
      return ok({ order, headHash: again.headHash, slip: again.slip });
    };
    let made: Promise<Answer> | undefined; // once, however many taps of it came together
    answers.set(row, () => {
      made ??= make();
      return made;
    });
  }
  return verdicts.map((verdict) => (verdict.ok ? answers.get(verdict.value)! : verdict));
}

type Opened = {
  verdicts: Verdict[];
  /** In account order, as they were written: the order of the tree that is signed and logged. */
  accepted: ContractRow[];
  hashes: Map<number, string>;
  repeated: Awaited<ReturnType<typeof showAgain>>;
};
const hashesOf = (ticks: readonly { symbol: number; hash: Buffer }[]) =>
  new Map(ticks.map((tick) => [tick.symbol, toHex(tick.hash)]));

/** Nearly always every order of a batch is fine, and one trip to the database is enough. Otherwise undefined, and nothing has changed. */
export async function openPlain(db: Db, at: Date, asked: readonly Asked[]): Promise<Opened | undefined> {
  if (asked.some(({ id }) => isTooFar(id, at))) return undefined;
  const heads = await table.openPlain(db, at, asked.toSorted(byAccount));
  if (heads.length === 0) return undefined;
  const slots = new Map(heads.map((head) => [head.symbol, Number(head.slot)]));
  const rows = acceptAll(asked, { at, rule: heads[0]!.rule, slots });
  return { verdicts: rows.map(ok), accepted: rows.toSorted(byAccount), hashes: hashesOf(heads), repeated: [] };
}

/**
 * Judges the orders and writes the accepted ones, all wallets being held: nobody else opens or spends anything of these users. The
 * head is read only then, so it is at least as new as anything a sender could have seen; and a settler that has seen this transaction
 * end knows that no order with an older head can come from it.
 */
export async function openJudged(tx: Tx, clock: Clock, asked: readonly Asked[]): Promise<Opened> {
  const wanted = wantedBy(asked);
  const short = await holdWallets(tx, wanted);
  const terms = await termsAt(tx, clock());
  const kept = await table.isKept(tx, terms.rule);
  // What these users did before that matters now: orders stored under the ids asked for, and what is open of those near the limit.
  const stored = new Map((await table.storedOf(tx, asked)).map((row) => [nameOf(row), row]));
  const exposed = await table.exposedOf(tx, terms.max_open, wanted);
  // Looking may have taken a while. So the clock is read now, together with the head; otherwise the head would seem to come from the future.
  const at = clock();
  const symbols = [...new Set(asked.map((order) => order.symbol))];
  const ticks = await headsSince(tx, symbols, slotAt(at.getTime() - headMayDiffer));
  const heads = new Map(ticks.map((head) => [head.symbol, Number(head.slot)]));
  const { verdicts, accepted } = decide(asked, { at, terms, kept, heads, stored, short, exposed });
  accepted.sort(byAccount);
  if (accepted.length > 0) await table.openOrders(tx, at, terms.rule, accepted);
  const again = new Set(stored.size > 0 ? verdicts.flatMap((verdict) => (verdict.ok ? verdict.value : [])) : []);
  const repeated = await showAgain(
    tx,
    [...stored.values()].filter((row) => again.has(row)),
  );
  return { verdicts, accepted, hashes: hashesOf(ticks), repeated };
}

/** What is asked of each account in all. */
function wantedBy(asked: readonly Asked[]) {
  const wanted = new Map<bigint, bigint>();
  for (const { account, stake } of asked) wanted.set(account, (wanted.get(account) ?? 0n) + stake);
  return Array.from(wanted, ([account, amount]) => ({ account, amount }));
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

const byAccount = (a: { account: bigint }, b: { account: bigint }) =>
  a.account < b.account ? -1 : a.account > b.account ? 1 : 0;
