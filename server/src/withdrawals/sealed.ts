import { createHmac, hkdfSync } from 'node:crypto';
import type { Payee } from '@glasshouse/protocol/withdrawals/calls';
import { type Files, rewrapText, sealText, unsealText } from '../files/files.ts';
import { type Db, step } from '../platform/db.ts';
import * as table from './sql.ts';

export type Keys = Files['keys'];
/** A payee under the name that its owner gave it. */
export type Named = { name: string; payee: Payee };

type Sealed = { id: string; sealed: Buffer; wrapped_key: Buffer; key_id: string };

export const sealPayee = (keys: Keys, id: string, payee: Payee) =>
  sealText(keys, id, Buffer.from(JSON.stringify(payee)));
export const payeeIn = (keys: Keys, row: Sealed): Payee => JSON.parse(unsealText(keys, row, row.sealed).toString());
export const sealNamed = (keys: Keys, id: string, named: Named) =>
  sealText(keys, id, Buffer.from(JSON.stringify(named)));
export const namedIn = (keys: Keys, row: Sealed): Named => JSON.parse(unsealText(keys, row, row.sealed).toString());

/** What makes two payees the same: where the money arrives, not what it is called. */
const placeOf = (payee: Payee) => (payee.to === 'address' ? payee.address : payee.account);

/** Tells whether two payees are the same without telling who they are: keyed, so that trying all of them needs the site's key. */
export function payeeHash(keys: Keys, payee: Payee, key = keys.current): Buffer {
  const secret = hkdfSync('sha256', keys.known.get(key)!, '', 'glasshouse payee', 32);
  return createHmac('sha256', Buffer.from(secret)).update(placeOf(payee)).digest();
}
/** The same under every key that a row may still be under. */
export const payeeHashes = (keys: Keys, payee: Payee): Buffer[] =>
  [...keys.known.keys()].map((key) => payeeHash(keys, payee, key));

const batch = 200;
/** Wraps the keys of payees by the newest key, as is done with those of files, and hashes anew. */
export async function rewrapPayees(db: Db, { keys }: Pick<Files, 'keys'>): Promise<void> {
  const withdrawals = () =>
    step(db, async (tx) => {
      const rows = await table.withdrawalsNotUnder(tx, keys.current, batch);
      for (const row of rows)
        await table.setWrapped(tx, row, { ...rewrapText(keys, row), payee_hash: payeeHash(keys, payeeIn(keys, row)) });
      return rows.length;
    });
  const saved = () =>
    step(db, async (tx) => {
      const rows = await table.payeesNotUnder(tx, keys.current, batch);
      for (const row of rows) await table.setPayeeWrapped(tx, row.id, rewrapText(keys, row));
      return rows.length;
    });
  while ((await withdrawals()) === batch);
  while ((await saved()) === batch);
}
