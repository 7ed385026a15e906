import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { Payee } from '@glasshouse/protocol/withdrawals/calls';
import { payeeText } from '@glasshouse/protocol/withdrawals/judge';
import { type Files, rewrapText, sealText, secretOf, unsealText } from '#people/files/files.ts';
import { type Db, step } from '#platform/database/db.ts';
import * as table from './sql.ts';

export type Keys = Files['keys'];
/** A payee and the name its owner gave it. */
export type NamedPayee = { name: string; payee: Payee };

type Sealed = { id: string; sealed: Buffer; wrapped_key: Buffer; key_id: string };

/** The payee of a withdrawal, with the salt of the saved payee it was started for. */
type Target = { payee: Payee; salt?: string | undefined };
export const sealPayee = (keys: Keys, id: string, { payee, salt }: Target) =>
  sealText(keys, id, Buffer.from(JSON.stringify({ ...payee, salt })));
export function targetIn(keys: Keys, row: Sealed): Target {
  const { salt, ...payee } = JSON.parse(unsealText(keys, row, row.sealed).toString());
  return { payee, salt };
}
export const payeeIn = (keys: Keys, row: Sealed): Payee => targetIn(keys, row).payee;
export const sealNamed = (keys: Keys, id: string, named: NamedPayee) =>
  sealText(keys, id, Buffer.from(JSON.stringify(named)));
export const namedIn = (keys: Keys, row: Sealed): NamedPayee =>
  JSON.parse(unsealText(keys, row, row.sealed).toString());

/** The parts that identify a payee: its destination, not its name. */
const placeOf = (payee: Payee) => (payee.to === 'address' ? payee.address : payee.account);

/** A keyed hash that shows whether two payees are the same without revealing them. Guessing takes the site's key. */
export function payeeHash(keys: Keys, payee: Payee, key = keys.current): Buffer {
  const secret = hkdfSync('sha256', keys.known.get(key)!, '', 'glasshouse payee', 32);
  return createHmac('sha256', Buffer.from(secret)).update(placeOf(payee)).digest();
}
/** The hashes a text would have as the address or account of a payee. */
export const placeHashes = (keys: Keys, text: string): Buffer[] =>
  payeeHashes(keys, { to: 'address', network: 'TRC20', address: text });
/** The hashes under every key that a row may still be under. */
export const payeeHashes = (keys: Keys, payee: Payee): Buffer[] =>
  [...keys.known.keys()].map((key) => payeeHash(keys, payee, key));

/**
 * The salt of a saved payee. Derived from the payee's own key, so that it stays the same when that key is wrapped
 * again.
 */
export const saltOf = (keys: Keys, row: Omit<Sealed, 'sealed'>): string =>
  secretOf(keys, row, 'glasshouse saved payee').toString('base64url');
/** The database compares this instead of the payee. Without the salt it reveals nothing. */
export const markOf = (salt: string, payee: Payee): Buffer =>
  createHash('sha256').update(salt).update(payeeText(payee)).digest();

const batch = 200;
/** Wraps the keys of payees with the newest key, like those of files, and recomputes the hashes. */
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
