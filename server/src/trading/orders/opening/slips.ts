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

/** The slips of what was agreed in orders accepted together, under one signature. The database has put the same root into the public log. */
export function signSlips(signer: Signer, agreed: readonly Uint8Array[]): Slip[] {
  if (agreed.length === 0) return [];
  const levels = treeOver(agreed);
  const signature = signatureOf(signer, rootOf(levels));
  // Every hash of the tree is on many paths; its text is made once.
  const texts = levels.map((level) => level.map((hash) => (hash as Buffer).toString('hex')));
  return agreed.map((_, place) => ({ path: pathOf(texts, place), ...signature }));
}

/** Under which number orders accepted together were handed to the log, and how many they are. */
export type Accepted = { entry: bigint; count: number };

/**
 * The slip of an order once more, under the root that the public log has for it and those accepted with it: they are read again, and so is the
 * root. `gone` if a head has left the tape that nobody kept, `unlogged` if the entry is neither in the log nor on its way there. An order from
 * before there was a log stands alone.
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
  // Signed under another root it would be a promise that nobody can find in the log.
  if (agreed.length !== orders.length || !root.equals(rootOf(levels)))
    throw new Error(`log: the orders of entry ${entry} do not come to the root it has`);
  const place = orders.findIndex((order) => nameOf(order) === nameOf(row));
  const path = pathOf(levels, place).map(({ side, hash }) => ({ side, hash: toHex(hash) }));
  const accepted = { entry, count: orders.length };
  return { headHash: heads[place]!, slip: { path, ...signatureOf(signer, root) }, accepted };
}

/** Publishes the key that signs slips, before the first one is signed with it. */
export const publishSlipKey = (db: Db, now: Date, { publicKey }: Signer) =>
  db
    .insertInto('slip_key')
    .values({ public_key: publicKey, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** The keys that sign slips, newest first. */
export const slipKeys = (db: Db) => db.selectFrom('slip_key').selectAll().orderBy('since', 'desc').limit(20).execute();
