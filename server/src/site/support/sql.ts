import type { Insertable } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { SupportContact } from '#platform/database/schema.ts';

export const contacts = (tx: Tx) =>
  tx.selectFrom('support_contact').select(['account', 'link']).orderBy('position').limit(50).execute();

/** All contacts in their order, held until the change is made. */
export const holdContacts = (tx: Tx) =>
  tx.selectFrom('support_contact').selectAll().orderBy('position').limit(50).forUpdate().execute();
export const allContacts = (tx: Tx) =>
  tx.selectFrom('support_contact').selectAll().orderBy('position').limit(50).execute();
export const putContact = (tx: Tx, { id, ...rest }: Insertable<SupportContact> & { id: string }) =>
  tx
    .insertInto('support_contact')
    .values({ id, ...rest })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
    .execute();
export const deleteContact = (tx: Tx, id: string) => tx.deleteFrom('support_contact').where('id', '=', id).execute();
