import assert from 'node:assert/strict';
import { type Tx, violates } from '../platform/db.ts';
import { err, ok, type Result } from '../platform/result.ts';
import { changesBy, covers, type Fact, factOf, legsOf, type Posting } from './facts.ts';
import * as table from './sql.ts';

// The folder's door: what others need to name accounts, to say what moves, and to read what is booked.
export { type AccountName, accountsIn, allAccountsOf, ownerOf, systemAccount, walletOf } from './accounts.ts';
export { bookDebits, type Debit } from './debits.ts';
export { bookEndings } from './endings.ts';
export type { Move, Posting } from './facts.ts';
export { countAlarms } from './proof.ts';
export { balancesOf, type Income, incomeOf, type Line, linesOf, linesOfFact } from './statement.ts';
export { bookTotals, houseSince } from './totals.ts';

export type Verdict = 'posted' | 'already_posted' | 'insufficient_balance';

/** The most legs one call may write: the ids of legs written together share their upper bits. */
const mostLegs = 60_000;

/**
 * Posts one fact in the caller's transaction; posted before, it is accepted again without effect. All moves of a fact
 * belong into one posting, because accounts are locked in id order within a call, not across calls.
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
 * Posts many facts, each accepted or refused on its own as if they had come one after the other in this order: the same
 * meaning as `post` at a fraction of its price. Needs the database's default isolation (read committed).
 */
export async function postBatch(tx: Tx, at: Date, postings: readonly Posting[]): Promise<Verdict[]> {
  const facts = postings.map(factOf);
  assert(
    facts.reduce((sum, fact) => sum + fact.legs.length + fact.systemLegs.length, 0) <= mostLegs,
    'batch too large',
  );
  const changes = changesBy(facts);
  // What must be there before balances are locked: a turn for facts about the system alone, and the accounts credited.
  const systemOnly = facts.filter((fact) => fact.legs.length === 0).map((fact) => fact.key.ref);
  if (systemOnly.length > 0) await table.holdFacts(tx, systemOnly);
  const credited = changes.filter((change) => change.amount > -change.debits).map((change) => change.account);
  if (credited.length > 0) await table.openAccounts(tx, credited);
  const all = facts.length > 1 && (await postAll(tx, at, facts, changes));
  return all ? facts.map(() => 'posted') : postInOrder(tx, at, facts, changes);
}

/**
 * Nearly always every fact is new and covered, and then one statement does. Says no, having changed nothing, if a fact is
 * in the books already or a balance does not cover all that is wanted of it.
 */
async function postAll(tx: Tx, at: Date, facts: readonly Fact[], changes: readonly table.Change[]): Promise<boolean> {
  if (new Set(facts.map((fact) => fact.name)).size < facts.length) return false;
  await table.setMark(tx);
  try {
    if ((await table.writeLegs(tx, at, changes, legsOf(facts))) === changes.length) {
      await table.dropMark(tx);
      return true;
    }
  } catch (error) {
    if (!violates(error, 'leg_posts_once')) throw error;
  }
  await table.backToMark(tx);
  return false;
}

/** Judges the facts one by one, with everything they touch locked. */
async function postInOrder(tx: Tx, at: Date, facts: readonly Fact[], changes: readonly table.Change[]) {
  const short = await table.holdBalances(tx, changes);
  // Only with the locks held is it certain that nobody else is posting one of these facts.
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
  if (accepted.length > 0) {
    // What comes in by the batch may be spent in it, so nothing is asked of the balances as they were before.
    const judged = changesBy(accepted).map((change) => ({ ...change, debits: 0n }));
    const moved = await table.writeLegs(tx, at, judged, legsOf(accepted));
    assert.equal(moved, judged.length, 'every balance that was held moves');
  }
  return verdicts;
}
