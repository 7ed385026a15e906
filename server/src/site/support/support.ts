import type { Input, Output } from '@glasshouse/protocol/endpoint';
import { getServiceList } from '@glasshouse/protocol/support/calls';
import type * as protocol from '@glasshouse/protocol/support/office';
import * as office from '@glasshouse/protocol/support/office';
import type { Insertable } from 'kysely';
import { type OperatorCall, serveOperator } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import type { SupportContact } from '#platform/database/schema.ts';
import { serve } from '#platform/http/http.ts';
import { err, ok } from '#platform/http/result.ts';

const contacts = (tx: Tx) =>
  tx.selectFrom('support_contact').select(['account', 'link']).orderBy('position').limit(50).execute();

/** All contacts in order, locked until the change is committed. */
const lockContacts = (tx: Tx) =>
  tx.selectFrom('support_contact').selectAll().orderBy('position').limit(50).forUpdate().execute();
const allContacts = (tx: Tx) => tx.selectFrom('support_contact').selectAll().orderBy('position').limit(50).execute();
const putContact = (tx: Tx, { id, ...rest }: Insertable<SupportContact> & { id: string }) =>
  tx
    .insertInto('support_contact')
    .values({ id, ...rest })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
    .execute();
const deleteContact = (tx: Tx, id: string) => tx.deleteFrom('support_contact').where('id', '=', id).execute();

const most = 50;

async function listContacts(tx: Tx): Promise<Output<typeof protocol.listContacts>> {
  const rows = await allContacts(tx);
  return { list: rows.map(({ id, account, link }, i) => ({ id, account, link, place: i + 1 })) };
}

/** Adds or changes a contact and puts it in its place; the others move to fill the gap. */
async function saveContact(
  { tx, record }: OperatorCall,
  { id, account, link, place, reason }: Input<typeof protocol.saveContact>,
) {
  const rows = await lockContacts(tx);
  const found = rows.find((row) => row.id === id);
  if (id !== null && !found) return err('not_found');
  if (id === null && rows.length >= most) return err('list_full');
  const contact = { id: id ?? newId(), account, link };
  const order: (typeof contact & { position?: number })[] = rows.filter((row) => row.id !== id);
  order.splice(place - 1, 0, contact);
  for (const [i, row] of order.entries()) {
    if (row.position !== i + 1) await putContact(tx, { ...row, position: i + 1 });
  }
  const before = found && { account: found.account, link: found.link, place: rows.indexOf(found) + 1 };
  record({ subject: `contact:${contact.id}`, before, after: { account, link, place }, reason });
  return ok({ id: contact.id });
}

async function removeContact({ tx, record }: OperatorCall, { id, reason }: Input<typeof protocol.removeContact>) {
  const found = (await lockContacts(tx)).find((row) => row.id === id);
  if (!found) return err('not_found');
  await deleteContact(tx, id);
  record({ subject: `contact:${id}`, before: { account: found.account, link: found.link }, reason });
  return ok({});
}

export const routes = [serve(getServiceList, async ({ tx }) => ok({ list: await contacts(tx) }))];

export const officeRoutes = [
  serveOperator(office.listContacts, async ({ tx }) => ok(await listContacts(tx))),
  serveOperator(office.saveContact, saveContact),
  serveOperator(office.removeContact, removeContact),
];
