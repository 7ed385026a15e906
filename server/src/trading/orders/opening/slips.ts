import { toHex } from '@glasshouse/protocol/bytes';
import { pathOf, rootOf, treeOf } from '@glasshouse/protocol/market/tape';
import type { Slip } from '@glasshouse/protocol/orders/shapes';
import { signedBytes } from '@glasshouse/protocol/orders/slip';
import { loggedWith } from '#evidence/publiclog/publiclog.ts';
import type { Db } from '#platform/database/db.ts';
import { type Signer, sha } from '#platform/security/signer.ts';
import { storedOf } from '../orders-sql.ts';
import { nameOf, type OrderRow, type Product } from '../product.ts';

const treeOver = (agreed: readonly Uint8Array[]) => treeOf(agreed.map(sha), sha);
const signatureOf = (signer: Signer, root: Uint8Array) => ({
  publicKey: signer.publicKey.toString('hex'),
  signature: signer.sign(signedBytes(root)).toString('hex'),
});

/**
 * Signs the slips of orders accepted together, under one signature. The database has put the same root into the public
 * log.
 */
export function signSlips(signer: Signer, agreed: readonly Uint8Array[]): Slip[] {
  if (agreed.length === 0) return [];
  const levels = treeOver(agreed);
  const signature = signatureOf(signer, rootOf(levels));
  // Every hash of the tree is on many paths, so its text is made once.
  const texts = levels.map((level) => level.map((hash) => (hash as Buffer).toString('hex')));
  return agreed.map((_, place) => ({ path: pathOf(texts, place), ...signature }));
}

/** The log entry of orders accepted together, and how many orders it covers. */
export type Accepted = { entry: bigint; count: number };

/**
 * Signs an order's slip again, under the root that the public log has for its batch. The batch and the root are read
 * again. Returns `gone` if a head that was not stored has left the tape, `unlogged` if the entry is neither in the log
 * nor queued for it. Orders from before the public log are signed alone.
 */
export async function signAgain<Row extends OrderRow>(
  db: Db,
  signer: Signer,
  product: Product<Row>,
  row: Row,
  headHash: string | undefined,
): Promise<{ headHash: string; slip: Slip; accepted?: Accepted } | 'gone' | 'unlogged'> {
  const logged = await loggedWith(db, product.table, row);
  if (!logged)
    return headHash === undefined
      ? 'gone'
      : { headHash, slip: signSlips(signer, [product.slipBytes(row, headHash)])[0]! };
  const { entry, root, orders } = logged;
  if (!root) return 'unlogged';
  const rows = new Map((await storedOf(db, product, orders)).map((one) => [nameOf(one), one]));
  const heads: string[] = [];
  const agreed: Uint8Array[] = [];
  for (const order of orders) {
    const one = rows.get(nameOf(order));
    const head =
      one && (logged.headHash(one.symbol, one.head_slot) ?? (nameOf(one) === nameOf(row) ? headHash : undefined));
    if (one && head === undefined) return 'gone';
    if (!one) continue;
    heads.push(head!);
    agreed.push(product.slipBytes(one, head!));
  }
  const levels = treeOver(agreed);
  // A slip under another root would be a promise that can't be found in the log.
  if (agreed.length !== orders.length || !root.equals(rootOf(levels)))
    throw new Error(`log: the orders of entry ${entry} do not hash to its root`);
  const place = orders.findIndex((order) => nameOf(order) === nameOf(row));
  const path = pathOf(levels, place).map(({ side, hash }) => ({ side, hash: toHex(hash) }));
  const accepted = { entry, count: orders.length };
  return { headHash: heads[place]!, slip: { path, ...signatureOf(signer, root) }, accepted };
}

/** Publishes the key that signs slips, before the first slip is signed with it. */
export const publishSlipKey = (db: Db, now: Date, { publicKey }: Signer) =>
  db
    .insertInto('slip_key')
    .values({ public_key: publicKey, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** The keys that sign slips, newest first. */
export const slipKeys = (db: Db) => db.selectFrom('slip_key').selectAll().orderBy('since', 'desc').limit(20).execute();
