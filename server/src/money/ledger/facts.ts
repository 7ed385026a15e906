import assert from 'node:assert/strict';
import type { Kind } from '@glasshouse/protocol/ledger/books';
import { type Account, currencyCodeOf, isUserAccount } from './accounts.ts';
import { kindCodes } from './kinds.ts';
import type { Change, Key, Leg } from './sql.ts';

/** A transfer between two accounts. The amount is always above zero. */
export type Move = { from: Account; to: Account; amount: bigint };
/** One business fact. It is posted once, identified by `kind`, `ref` and the user it is about. */
export type Posting = { kind: Kind; ref: string; moves: readonly Move[] };

/** A posting as the books store it: the legs of users, the legs of the system, and the key that makes it unique. */
export type Fact = { name: string; key: Key; legs: Leg[]; systemLegs: Leg[] };

export function factOf({ kind: kindName, ref, moves }: Posting): Fact {
  const kind = kindCodes[kindName];
  const legs: Leg[] = [];
  const systemLegs: Leg[] = [];
  const side = (account: Account, contra: Account, amount: bigint) => {
    if (!isUserAccount(account)) systemLegs.push({ account, amount, contra: null, ref: null, kind });
    else if (legs.some((leg) => leg.account === account)) assert.fail('a posting may move each user account only once');
    else legs.push({ account, amount, contra, ref, kind });
  };
  for (const { from, to, amount } of moves) {
    assert(amount > 0n, 'the amount of a move must be above zero');
    assert(from !== to && currencyCodeOf(from) === currencyCodeOf(to), 'a move needs two accounts of one currency');
    side(from, to, -amount);
    side(to, from, amount);
  }
  const { account } = legs[0] ?? systemLegs[0] ?? assert.fail('a posting needs at least one move');
  const identity = { name: `${account} ${kind} ${ref}`, key: { account, ref, kind } };
  if (legs.length > 0) return { ...identity, legs, systemLegs };
  // No user account is involved, so the system's own legs carry the key that makes the fact unique.
  return { ...identity, legs, systemLegs: totals(systemLegs).map((leg) => ({ ...leg, ref })) };
}

/** The debits and the net change of each account, in the order in which accounts are locked. */
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

/** All legs of the facts, ready to be written. */
export function legsOf(facts: readonly Fact[]): Leg[] {
  // Sorted by account, like the table, so that neighbors are written together. Within an account the order is kept.
  const legs = facts.flatMap((fact) => fact.legs).sort((a, b) => compare(a.account, b.account));
  // The system's side of a batch is one leg per account and kind, however many facts there are.
  const systemLegs = facts.flatMap((fact) => fact.systemLegs);
  return [...systemLegs.filter((leg) => leg.ref), ...totals(systemLegs.filter((leg) => !leg.ref)), ...legs];
}

/** Subtracts the fact's amounts from the balances that are short, unless one of them doesn't cover its amount. */
export function covers(short: Map<Account, bigint>, { legs }: Fact): boolean {
  const known = legs.filter((leg) => short.has(leg.account));
  if (known.some((leg) => short.get(leg.account)! + leg.amount < 0n)) return false;
  for (const leg of known) short.set(leg.account, short.get(leg.account)! + leg.amount);
  return true;
}

/** One leg per account and kind; those that add up to zero are left out. */
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
