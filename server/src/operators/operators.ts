import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/office/operators';
import { mayDo, type OperatorRole, type Permission } from '@glasshouse/protocol/office/permissions';
import { appendEntry } from '../platform/audit.ts';
import { days, plus } from '../platform/clock.ts';
import { type Tx, violates } from '../platform/db.ts';
import { newId, newToken } from '../platform/ids.ts';
import type { OperatorCall } from '../platform/office.ts';
import { err, ok, type Result } from '../platform/result.ts';
import { tokenHash } from './sessions.ts';
import * as table from './sql.ts';

export { authenticateOperator } from './sessions.ts';

const linkLasts = days(1);
type Person = { name: string; email: string; role: OperatorRole };

export async function listOperators(tx: Tx): Promise<Output<typeof protocol.listOperators>> {
  const rows = await table.operatorsSeen(tx);
  return {
    list: rows.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      role: row.role as OperatorRole,
      status: row.status as 'invited' | 'active' | 'disabled',
      createdAt: row.created_at.toISOString(),
      seenAt: row.seen_at?.toISOString() ?? null,
      passkeys: Number(row.passkeys ?? 0n),
    })),
  };
}

/** The one-time link. Its token is behind the #, so that no server or proxy writes it down. */
async function newLink(tx: Tx, now: Date, origin: string, operator: string): Promise<string> {
  const token = newToken();
  await table.putSetup(tx, operator, tokenHash(token), plus(now, linkLasts));
  return `${origin}/setup#${token}`;
}

export async function inviteOperator(call: OperatorCall, input: Input<typeof protocol.inviteOperator>, origin: string) {
  const { tx, now, record } = call;
  const { reason, ...person } = input;
  const id = newId();
  try {
    await table.insertOperator(tx, { ...person, id, created_at: now });
  } catch (error) {
    if (violates(error, 'operator_email')) return err('email_taken');
    throw error;
  }
  record({ subject: `operator:${id}`, after: person, reason });
  return ok({ id, link: await newLink(tx, now, origin, id) });
}

/** The operator, with all owners held, if the site keeps an owner without them. */
async function replaceable(tx: Tx, id: string): Promise<Result<table.OperatorRow, 'not_found' | 'last_owner'>> {
  const owners = await table.holdOwners(tx);
  const operator = await table.operatorById(tx, id);
  if (!operator) return err('not_found');
  const others = owners.filter((owner) => owner.id !== id && owner.status === 'active');
  return operator.role === 'owner' && operator.status === 'active' && others.length === 0
    ? err('last_owner')
    : ok(operator);
}

export async function changeRole(call: OperatorCall, { id, role, reason }: Input<typeof protocol.changeOperatorRole>) {
  const { tx, record } = call;
  const found = await replaceable(tx, id);
  if (!found.ok) return found;
  if (found.value.role === role) return err('no_change');
  await table.setRole(tx, id, role);
  await table.deleteSessionsOf(tx, id);
  record({ subject: `operator:${id}`, before: { role: found.value.role }, after: { role }, reason });
  return ok({});
}

export async function disableOperator(call: OperatorCall, { id, reason }: Input<typeof protocol.disableOperator>) {
  const { tx, record } = call;
  const found = await replaceable(tx, id);
  if (!found.ok) return found;
  const { status } = found.value;
  if (status === 'disabled') return err('no_change');
  await table.disable(tx, id);
  await table.dropSetup(tx, id);
  await table.deleteSessionsOf(tx, id);
  record({ subject: `operator:${id}`, before: { status }, after: { status: 'disabled' }, reason });
  return ok({});
}

export async function resetOperator(
  call: OperatorCall,
  { id, reason }: Input<typeof protocol.resetOperator>,
  origin: string,
) {
  const { tx, now, record } = call;
  const found = await replaceable(tx, id);
  if (!found.ok) return found;
  await table.clearFactors(tx, id);
  await table.deleteSessionsOf(tx, id);
  record({ subject: `operator:${id}`, before: { status: found.value.status }, after: { status: 'invited' }, reason });
  return ok({ id, link: await newLink(tx, now, origin, id) });
}

/**
 * The first owner, from a command on the server: there is no default account and no default password. Refused once an owner has
 * set up; until then the same person gets a new link.
 */
export async function makeFirstOwner(
  tx: Tx,
  now: Date,
  origin: string,
  { name, email }: Omit<Person, 'role'>,
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
  await table.deleteSessionsOf(tx, owner.id);
  const act = { subject: `operator:${owner.id}`, before: { status: owner.status }, after: { status: 'invited' } };
  await appendEntry(tx, { at: now, action: 'command:owner', operator: null }, act);
  return ok({ link: await newLink(tx, now, origin, owner.id) });
}

/** Whether an operator can still act and holds a permission now, whatever was true when they asked. */
export async function stillMay(tx: Tx, id: string, permission: Permission): Promise<boolean> {
  const operator = await table.operatorById(tx, id);
  return operator?.status === 'active' && mayDo(operator.role, permission);
}
