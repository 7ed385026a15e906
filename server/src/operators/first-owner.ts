import { appendEntry } from '../platform/audit.ts';
import { days, plus } from '../platform/clock.ts';
import type { Tx } from '../platform/db.ts';
import { newId, newToken } from '../platform/ids.ts';
import { err, ok, type Result } from '../platform/result.ts';
import * as sessionTable from './session-sql.ts';
import { tokenHash } from './sessions.ts';
import * as table from './sql.ts';

const linkLasts = days(1);

/** The one-time link. Its token is behind the #, so that no server or proxy writes it down. */
export async function newLink(tx: Tx, now: Date, origin: string, operator: string): Promise<string> {
  const token = newToken();
  await table.putSetup(tx, operator, tokenHash(token), plus(now, linkLasts));
  return `${origin}/setup#${token}`;
}

/**
 * The first owner, from a command on the server: there is no default account and no default password. Refused once an owner has
 * set up; until then the same person gets a new link.
 */
export async function makeFirstOwner(
  tx: Tx,
  now: Date,
  origin: string,
  { name, email }: { name: string; email: string },
): Promise<Result<{ link: string }, 'owner_exists' | 'email_taken'>> {
  const owners = await table.holdOwners(tx);
  const invited = owners.find((owner) => owner.email === email && owner.status === 'invited');
  if (owners.length > 0 && !(invited && owners.length === 1)) return err('owner_exists');
  if (!invited && (await table.operatorByEmail(tx, email))) return err('email_taken');
  const id = invited?.id ?? newId();
  if (!invited) await table.insertOperator(tx, { id, name, email, role: 'owner', created_at: now });
  const act = { subject: `operator:${id}`, after: { name, email, role: 'owner' } };
  await appendEntry(tx, { at: now, action: 'command:owner', operator: null }, act);
  return ok({ link: await newLink(tx, now, origin, id) });
}

/** For an owner who has lost everything and whom no other owner can help: whoever runs the server makes a new link. */
export async function renewOwner(
  tx: Tx,
  now: Date,
  origin: string,
  email: string,
): Promise<Result<{ link: string }, 'no_such_owner'>> {
  const owner = (await table.holdOwners(tx)).find((one) => one.email === email);
  if (!owner) return err('no_such_owner');
  await table.clearFactors(tx, owner.id);
  await sessionTable.deleteSessionsOf(tx, owner.id);
  const act = { subject: `operator:${owner.id}`, before: { status: owner.status }, after: { status: 'invited' } };
  await appendEntry(tx, { at: now, action: 'command:owner', operator: null }, act);
  return ok({ link: await newLink(tx, now, origin, owner.id) });
}
