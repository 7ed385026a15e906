import assert from 'node:assert/strict';
import type { Tx } from '#platform/database/db.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import type { Account } from './accounts.ts';
import { changesBy, covers, type Fact, factOf, legsOf, type Posting } from './facts.ts';
import * as table from './sql.ts';

// The public interface of this folder: naming accounts, describing postings, and reading what is booked.
export {
  type AccountName,
  accountsIn,
  allAccountsOf,
  currencyCode,
  currencyNamed,
  describeAccount,
  ownerOf,
  systemAccount,
  walletOf,
} from './accounts.ts';
export type { Move, Posting } from './facts.ts';
export { figures } from './figures.ts';
export {
  balancesAfter,
  balancesOf,
  incomeByDay,
  incomeOf,
  type Line,
  linesOf,
  linesOfFact,
  linesOfFacts,
} from './statement.ts';
export { systemTotals } from './totals.ts';

export type Verdict = 'posted' | 'already_posted' | 'insufficient_balance';

/** The maximum number of legs per call: the ids of legs written together share their upper bits. */
const maxLegs = 60_000;

/**
 * Posts one fact in the caller's transaction. Posting a fact again is accepted and changes nothing. Put all moves of a
 * fact into one posting: accounts are locked in id order within a call, not across calls.
 */
export async function post(
  tx: Tx,
  at: Date,
  posting: Posting,
): Promise<Result<{ repeated: boolean }, 'insufficient_balance'>> {
  const [verdict] = await postBatch(tx, at, [posting]);
  return verdict === 'insufficient_balance' ? err(verdict) : ok({ repeated: verdict === 'already_posted' });
}

/**
 * Posts many facts, each accepted or refused on its own as if they had been posted one after the other in this order.
 * Equivalent to `post` at a fraction of the cost. Needs the database's default isolation (read committed).
 */
export async function postBatch(tx: Tx, at: Date, postings: readonly Posting[]): Promise<Verdict[]> {
  const facts = postings.map(factOf);
  assert(facts.reduce((sum, fact) => sum + fact.legs.length + fact.systemLegs.length, 0) <= maxLegs, 'batch too large');
  const changes = changesBy(facts);
  // Facts about system accounts only lock no balance, so they are serialized first.
  const systemOnly = facts.filter((fact) => fact.legs.length === 0).map((fact) => fact.key.ref);
  if (systemOnly.length > 0) await table.lockFacts(tx, systemOnly);
  const all = facts.length > 1 && (await postAll(tx, at, facts));
  return all ? facts.map(() => 'posted') : postInOrder(tx, at, facts, changes);
}

/**
 * Nearly always every fact is new and covered, and one statement is enough. Returns false, with nothing changed, if a
 * fact is already in the books or a balance doesn't cover its total debit.
 */
async function postAll(tx: Tx, at: Date, facts: readonly Fact[]): Promise<boolean> {
  if (new Set(facts.map((fact) => fact.name)).size < facts.length) return false;
  return table.postLegs(tx, at, legsOf(facts), false);
}

/** Checks the facts one by one, with everything they use locked. */
async function postInOrder(tx: Tx, at: Date, facts: readonly Fact[], changes: readonly table.Change[]) {
  const short = await table.lockBalances(tx, changes);
  // Only with the locks held is it certain that no other transaction is posting one of these facts.
  const keys = facts.map((fact) => fact.key);
  const posted = new Set((await table.placesPosted(tx, keys)).map((place) => facts[place]!.name));
  const accepted: Fact[] = [];
  const verdicts = facts.map((fact): Verdict => {
    if (posted.has(fact.name)) return 'already_posted';
    if (!covers(short, fact)) return 'insufficient_balance';
    posted.add(fact.name);
    accepted.push(fact);
    return 'posted';
  });
  if (accepted.length > 0)
    assert(
      await table.postLegs(tx, at, legsOf(accepted), true),
      'facts checked with all balances locked must be posted',
    );
  return verdicts;
}

/** The total debit of one wallet; always above zero. */
type AccountDemand = { account: Account; amount: bigint };

/**
 * Locks wallets, so that no other transaction can debit them until this one ends. Each wallet may occur once. Returns the balances of
 * wallets that do not cover their demand.
 */
export const lockWallets = (tx: Tx, wanted: readonly AccountDemand[]): Promise<Map<Account, bigint>> =>
  table.lockBalances(
    tx,
    wanted
      .toSorted((a, b) => (a.account < b.account ? -1 : 1))
      .map(({ account, amount }) => ({ account, debits: amount, amount: -amount })),
  );
