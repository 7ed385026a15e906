import assert from 'node:assert/strict';
import type { Kind } from '@glasshouse/protocol/books';
import type { Tx } from '../platform/db.ts';
import type { Account } from './accounts.ts';
import { kindCodes } from './kinds.ts';
import * as table from './sql.ts';

/** What one business fact takes from a wallet; always above zero. */
export type Debit = { account: Account; ref: string; amount: bigint };
/** Which debits to book, and as of when. */
type Judged = { at: Date; booked: readonly Debit[] };

/**
 * Locks the wallets of debits, lets `judge` say which of them to book, books those to one account of the system, and gives what
 * `judge` gave. Debits are in account order, and so are those that come back, which must be new and covered: `judge` gets the
 * balances of the wallets that do not cover all that is wanted of them. As `postBatch` for postings of any kind, at half the price.
 */
export async function bookDebits<J extends Judged>(
  tx: Tx,
  kind: Kind,
  to: Account,
  debits: readonly Debit[],
  judge: (short: Map<Account, bigint>) => Promise<J>,
): Promise<J> {
  const wanted = totalsOf(debits);
  // Nearly always every wallet covers what is wanted and all is booked. Then taking it at once saves locking each wallet first.
  const taken = wanted.length > 1 && (await table.takeBalances(tx, wanted));
  const judged = await judge(taken ? new Map() : await table.holdBalances(tx, wanted));
  const { at, booked } = judged;
  const totals = totalsOf(booked);
  const changes = taken ? leftOver(wanted, totals) : totals;
  const moved =
    booked.length > 0
      ? await table.writeDebits(tx, at, { kind: kindCodes[kind], to, changes, debits: booked })
      : await table.moveBalances(tx, changes);
  assert.equal(moved, changes.length, 'every balance that was held covers what is taken from it');
  return judged;
}

/** What was taken and is not booked goes back. */
function leftOver(taken: readonly table.Change[], booked: readonly table.Change[]): table.Change[] {
  const kept = new Map(booked.map((change) => [change.account, change.debits]));
  return taken.flatMap(({ account, debits }) => {
    const amount = debits - (kept.get(account) ?? 0n);
    return amount === 0n ? [] : [{ account, debits: 0n, amount }];
  });
}

function totalsOf(debits: readonly Debit[]): table.Change[] {
  const totals: table.Change[] = [];
  for (const { account, amount } of debits) {
    const last = totals.at(-1);
    if (last && account < last.account) assert.fail('debits are in account order');
    if (last?.account === account) {
      last.debits += amount;
      last.amount -= amount;
    } else totals.push({ account, debits: amount, amount: -amount });
  }
  return totals;
}
