import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/support/office';
import type { OperatorCall } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { err, ok } from '#platform/http/result.ts';
import * as table from './sql.ts';

const most = 50;

export async function listContacts(tx: Tx): Promise<Output<typeof protocol.listContacts>> {
  const rows = await table.allContacts(tx);
  return { list: rows.map(({ id, account, link }, i) => ({ id, account, link, place: i + 1 })) };
}

/** Adds or changes a contact and puts it in its place; the others close up around it. */
export async function saveContact(
  { tx, record }: OperatorCall,
  { id, account, link, place, reason }: Input<typeof protocol.saveContact>,
) {
  const rows = await table.holdContacts(tx);
  const found = rows.find((row) => row.id === id);
  if (id !== null && !found) return err('not_found');
  if (id === null && rows.length >= most) return err('list_full');
  const contact = { id: id ?? newId(), account, link };
  const order: (typeof contact & { position?: number })[] = rows.filter((row) => row.id !== id);
  order.splice(place - 1, 0, contact);
  for (const [i, row] of order.entries()) {
    if (row.position !== i + 1) await table.putContact(tx, { ...row, position: i + 1 });
  }
  const before = found && { account: found.account, link: found.link, place: rows.indexOf(found) + 1 };
  record({ subject: `contact:${contact.id}`, before, after: { account, link, place }, reason });
  return ok({ id: contact.id });
}

export async function removeContact(
  { tx, record }: OperatorCall,
  { id, reason }: Input<typeof protocol.removeContact>,
) {
  const found = (await table.holdContacts(tx)).find((row) => row.id === id);
  if (!found) return err('not_found');
  await table.deleteContact(tx, id);
  record({ subject: `contact:${id}`, before: { account: found.account, link: found.link }, reason });
  return ok({});
}
