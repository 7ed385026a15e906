import { type Insertable, sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { ProductVersion } from '#platform/database/schema.ts';
import { type OfferedRow, type VersionRow, versions } from './sql.ts';

type Place = { product: number; version: number };
type Choice = { state?: VersionRow['state'] | undefined; product?: number | undefined; before?: Place | undefined };

/** A page of versions, the newest product first, and within a product the newest version. */
export function versionsBefore(tx: Tx, { state, product, before }: Choice, limit: number): Promise<OfferedRow[]> {
  let query = versions(tx);
  if (state !== undefined) query = query.where('state', '=', state);
  if (product !== undefined) query = query.where('product_version.product', '=', product);
  if (before)
    query = query.where(
      sql<boolean>`(product_version.product, product_version.version) < (${before.product}, ${before.version})`,
    );
  return query
    .orderBy('product_version.product', 'desc')
    .orderBy('product_version.version', 'desc')
    .limit(limit)
    .execute();
}

/** Serializes writing, publishing and closing versions of a product. */
export const lockProduct = (tx: Tx, product: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('product', ${product}))`.execute(tx);

export const kindOf = async (tx: Tx, product: number): Promise<string | undefined> =>
  (await tx.selectFrom('product').select('kind').where('id', '=', product).executeTakeFirst())?.kind;

/** The only version of a product in a state; for closed ones, the newest. */
export const versionIn = (tx: Tx, product: number, state: VersionRow['state']): Promise<VersionRow | undefined> =>
  tx
    .selectFrom('product_version')
    .selectAll()
    .where('product', '=', product)
    .where('state', '=', state)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

export const insertProduct = async (tx: Tx, now: Date, kind: string): Promise<number> =>
  (await tx.insertInto('product').values({ kind, made_at: now }).returning('id').executeTakeFirstOrThrow()).id;

/** Writes a draft under the next number of its product. */
export async function insertDraft(tx: Tx, draft: Omit<Insertable<ProductVersion>, 'version'>): Promise<number> {
  const { newest } = await tx
    .selectFrom('product_version')
    .select((one) => one.fn.max('version').as('newest'))
    .where('product', '=', draft.product)
    .executeTakeFirstOrThrow();
  const version = (newest ?? 0) + 1;
  await tx
    .insertInto('product_version')
    .values({ ...draft, version })
    .execute();
  return version;
}

export const updateVersion = (tx: Tx, { product, version }: Place, change: Partial<Insertable<ProductVersion>>) =>
  tx.updateTable('product_version').set(change).where('product', '=', product).where('version', '=', version).execute();

/** Deletes a draft, and its product if that was its only version. */
export async function deleteVersion(tx: Tx, { product, version }: Place): Promise<void> {
  await tx.deleteFrom('product_version').where('product', '=', product).where('version', '=', version).execute();
  await sql`delete from product where id = ${product}
    and not exists (select from product_version where product = ${product})`.execute(tx);
}
