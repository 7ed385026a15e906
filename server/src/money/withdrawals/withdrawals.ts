import type { Currency } from '@glasshouse/protocol/money';
import type { Tx } from '#platform/database/db.ts';
import { usersOfHashes } from './past-sql.ts';
import { type Keys, placeHashes } from './sealed.ts';
import * as table from './sql.ts';

export { kind as withdrawalQueue } from './kind.ts';
export { limitsOf, shownLimits } from './limits.ts';
export { personalWith } from './personal.ts';
export { withdrawalKind } from './review.ts';

/** Who withdrew to exactly this address or account. */
export const usersOfPlace = (keys: Keys, tx: Tx, text: string, most: number) =>
  usersOfHashes(
    tx,
    [text, text.replaceAll(/\s/g, '')].flatMap((each) => placeHashes(keys, each)),
    most,
  );

const currencies: Record<number, Currency> = { 1: 'USDT', 2: 'CNY' };
/** What a user has in withdrawals under way: held, and still the user's. */
export const committedBy = async (tx: Tx, owner: bigint) =>
  (await table.heldFor(tx, owner)).map(({ currency, amount }) => ({
    account: 'committed_withdrawals' as const,
    currency: currencies[currency]!,
    amount,
  }));
