import { setImmediate } from 'node:timers/promises';
import { payeePartMin, payeesSearched } from '@glasshouse/protocol/backoffice/search';
import type { Currency } from '@glasshouse/protocol/money';
import type { Payee } from '@glasshouse/protocol/withdrawals/calls';
import type { Tx } from '#platform/database/db.ts';
import { newestSealed, usersOfHashes } from './past-sql.ts';
import { type Keys, payeeIn, placeHashes } from './sealed.ts';
import * as table from './sql.ts';

export { limitsOf, shownLimits } from './limits.ts';
export { personalWith } from './personal.ts';
export { withdrawalKind } from './review.ts';
export { kind as withdrawalQueue } from './sql.ts';

const compact = (text: string) => text.toLowerCase().replaceAll(/[\s-]/g, '');
const textsOf = (payee: Payee) => (payee.to === 'address' ? [payee.address] : [payee.holder, payee.account]);
/** The searchable texts of a payee. One that doesn't open, for example under a key that this process doesn't have yet, has none. */
function textsIn(keys: Keys, row: Parameters<typeof payeeIn>[1]): string[] {
  try {
    return textsOf(payeeIn(keys, row));
  } catch {
    return [];
  }
}

/**
 * Users who withdrew to this address or account. If there are none and `byPart` is set: to payees with this part of a name, address or
 * account, among the newest withdrawals.
 */
export async function usersOfPayee(keys: Keys, tx: Tx, text: string, limit: number, byPart: boolean) {
  const hashes = [text, text.replaceAll(/\s/g, '')].flatMap((each) => placeHashes(keys, each));
  const exact = await usersOfHashes(tx, hashes, limit);
  const part = compact(text);
  if (exact.length > 0 || !byPart || part.length < payeePartMin) return exact;
  const times = new Map<bigint, bigint>();
  for (const [place, row] of (await newestSealed(tx, payeesSearched)).entries()) {
    // Opening all of them takes a tenth of a second, so let other calls run in between.
    if (place % 50 === 49) await setImmediate();
    if (textsIn(keys, row).some((each) => compact(each).includes(part)))
      times.set(row.owner, (times.get(row.owner) ?? 0n) + 1n);
  }
  return [...times]
    .map(([owner, count]) => ({ owner, times: count }))
    .toSorted((a, b) => Number(b.times - a.times || a.owner - b.owner))
    .slice(0, limit);
}

const currencies: Record<number, Currency> = { 1: 'USDT', 2: 'CNY' };
/** The user's money in withdrawals under way: held, and still the user's. */
export const committedBy = async (tx: Tx, owner: bigint) =>
  (await table.heldFor(tx, owner)).map(({ currency, amount }) => ({
    account: 'committed_withdrawals' as const,
    currency: currencies[currency]!,
    amount,
  }));
