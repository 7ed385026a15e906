import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import type { Tx } from '#platform/database/db.ts';

/** An order and its owner. */
export type SharedOrder = { person: string; product: ProductName; ordered: string };
type NewShare = SharedOrder & { id: string; named: boolean; made_at: Date };

const columns = ['id', 'product', 'ordered', 'named', 'made_at'] as const;
type Row = { id: string; product: string; ordered: string; named: boolean; made_at: Date };
const typed = (row: Row) => ({ ...row, product: row.product as ProductName });

export const sharesOf = async (tx: Tx, person: string, limit: number) =>
  (
    await tx
      .selectFrom('share')
      .select(columns)
      .where('person', '=', person)
      .orderBy('made_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  ).map(typed);

/** Updates whether the share of an order shows a name, and returns it; undefined if there is none. */
export async function renameShare(tx: Tx, { person, product, ordered }: SharedOrder, named: boolean) {
  const row = await tx
    .updateTable('share')
    .set({ named })
    .where('person', '=', person)
    .where('product', '=', product)
    .where('ordered', '=', ordered)
    .returning(columns)
    .executeTakeFirst();
  return row && typed(row);
}

export const countShares = async (tx: Tx, person: string): Promise<number> =>
  Number(
    (
      await tx
        .selectFrom('share')
        .select((select) => select.fn.countAll<bigint>().as('count'))
        .where('person', '=', person)
        .executeTakeFirstOrThrow()
    ).count,
  );

/** Undefined if the person is deleted: nothing is written about them any more. */
export async function insertShare(tx: Tx, share: NewShare) {
  const row = await tx.insertInto('share').values(share).returning(columns).executeTakeFirst();
  return row && typed(row);
}

export const deleteShare = (tx: Tx, { person, product, ordered }: SharedOrder) =>
  tx
    .deleteFrom('share')
    .where('person', '=', person)
    .where('product', '=', product)
    .where('ordered', '=', ordered)
    .execute();

/** Which order a share shows, and who owns it. */
export async function shareById(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('share')
    .innerJoin('person', 'person.id', 'share.person')
    .select(['share.product', 'share.ordered', 'share.named', 'person.number', 'person.username'])
    .where('share.id', '=', id)
    .executeTakeFirst();
  return row && { ...row, product: row.product as ProductName };
}
