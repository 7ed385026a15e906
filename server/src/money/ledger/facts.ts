import assert from 'node:assert/strict';
import type { Kind } from '@glasshouse/protocol/ledger/books';
import { type Account, currencyCodeOf, isUserAccount } from './accounts.ts';
import { kindCodes } from './kinds.ts';
import type { Change, Key, Leg } from './sql.ts';

/** Money going from one account to another; always above zero. */
export type Move = { from: Account; to: Account; amount: bigint };
/** One business fact. It posts once, by `kind` and `ref`, for the user it is about. */
export type Posting = { kind: Kind; ref: string; moves: readonly Move[] };

/** A posting as the books see it: what its users gain and lose, what the system does, and what makes it one. */
export type Fact = { name: string; key: Key; legs: Leg[]; systemLegs: Leg[] };

export function factOf({ kind: kindName, ref, moves }: Posting): Fact {
  const kind = kindCodes[kindName];
  const legs: Leg[] = [];
  const systemLegs: Leg[] = [];
  const side = (account: Account, contra: Account, amount: bigint) => {
    if (!isUserAccount(account)) systemLegs.push({ account, amount, contra: null, ref: null, kind });
    else if (legs.some((leg) => leg.account === account)) assert.fail('a posting moves each user account once');
    else legs.push({ account, amount, contra, ref, kind });
  };
  for (const { from, to, amount } of moves) {
    assert(amount > 0n, 'a move carries an amount above zero');
    assert(from !== to && currencyCodeOf(from) === currencyCodeOf(to), 'a move has two accounts of one currency');
    side(from, to, -amount);
    side(to, from, amount);
  }
  const { account } = legs[0] ?? systemLegs[0] ?? assert.fail('a posting moves something');
  const identity = { name: `${account} ${kind} ${ref}`, key: { account, ref, kind } };
  if (legs.length > 0) return { ...identity, legs, systemLegs };
  // Nothing of a user's is in it, so the system's own legs must carry what makes the fact post once.
  return { ...identity, legs, systemLegs: totals(systemLegs).map((leg) => ({ ...leg, ref })) };
}

/** What each account loses and what it comes to in all, in the order in which accounts are locked. */
export function changesBy(facts: readonly Fact[]): Change[] {
  const changes = new Map<Account, Change>();
  for (const { legs } of facts) {
    for (const { account, amount } of legs) {
      const change = changes.get(account) ?? { account, debits: 0n, amount: 0n };
      if (amount < 0n) change.debits -= amount;
      change.amount += amount;
      changes.set(account, change);
    }
  }
  return [...changes.values()].sort((a, b) => compare(a.account, b.account));
}

/** All legs of the facts as they are written. */
export function legsOf(facts: readonly Fact[]): Leg[] {
  // By account, as the table is: neighbours are then written together. Within an account the order stays.
  const legs = facts.flatMap((fact) => fact.legs).sort((a, b) => compare(a.account, b.account));
  // The system's side of a batch is one leg per account and kind, whatever the number of facts.
  const systemLegs = facts.flatMap((fact) => fact.systemLegs);
  return [...systemLegs.filter((leg) => leg.ref), ...totals(systemLegs.filter((leg) => !leg.ref)), ...legs];
}

/** Takes the fact's amounts out of the balances that are short, unless one of them does not cover it. */
export function covers(short: Map<Account, bigint>, { legs }: Fact): boolean {
  const known = legs.filter((leg) => short.has(leg.account));
  if (known.some((leg) => short.get(leg.account)! + leg.amount < 0n)) return false;
  for (const leg of known) short.set(leg.account, short.get(leg.account)! + leg.amount);
  return true;
}

/** One leg per account and kind; those that come to nothing are left out. */
function totals(legs: readonly Leg[]): Leg[] {
  const sums: Leg[] = [];
  for (const leg of legs) {
    const sum = sums.find(({ account, kind }) => account === leg.account && kind === leg.kind);
    if (sum) sum.amount += leg.amount;
    else sums.push({ ...leg });
  }
  return sums.filter((leg) => leg.amount !== 0n);
}

const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);
