import { appendEntry } from '#platform/console/audit.ts';
import type { Tx } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import { newLink } from './link.ts';
import { countsOn } from './second.ts';
import * as sessionTable from './session-sql.ts';
import * as table from './sql.ts';

/**
 * Creates the first owner with a command on the server; there is no default account or password. Refused once an owner
 * has set up. Until then the same person gets a new link.
 */
export async function makeFirstOwner(
  tx: Tx,
  now: Date,
  origin: string,
  { name, email }: { name: string; email: string },
): Promise<Result<{ link: string }, 'owner_exists' | 'email_taken'>> {
  const owners = await table.lockOwners(tx);
  const invited = owners.find((owner) => owner.email === email && owner.status === 'invited');
  if (owners.length > 0 && !(invited && owners.length === 1)) return err('owner_exists');
  if (!invited && (await table.operatorByEmail(tx, email))) return err('email_taken');
  const id = invited?.id ?? newId();
  if (!invited) await table.insertOperator(tx, { id, name, email, role: 'owner', created_at: now });
  const act = { subject: `operator:${id}`, after: { name, email, role: 'owner' } };
  await appendEntry(tx, { at: now, action: 'command:owner', operator: null }, act);
  return ok({ link: await newLink(tx, now, origin, id) });
}

/**
 * Creates a new link for an owner who has lost password and second factor and has no other owner to help. Takes access
 * to the server.
 */
export async function renewOwner(
  tx: Tx,
  now: Date,
  origin: string,
  email: string,
): Promise<Result<{ link: string }, 'no_such_owner'>> {
  const owner = (await table.lockOwners(tx)).find((one) => one.email === email);
  if (!owner) return err('no_such_owner');
  await countsOn(tx, now, (await table.operatorById(tx, owner.id))!);
  await table.clearFactors(tx, owner.id);
  await sessionTable.deleteSessionsOf(tx, owner.id);
  const act = { subject: `operator:${owner.id}`, before: { status: owner.status }, after: { status: 'invited' } };
  await appendEntry(tx, { at: now, action: 'command:owner', operator: null }, act);
  return ok({ link: await newLink(tx, now, origin, owner.id) });
}
