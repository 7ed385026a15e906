import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/office/operators';
import { mayDo, type OperatorRole, type Permission } from '@glasshouse/protocol/office/permissions';
import { type Tx, violates } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import type { OperatorCall } from '../platform/office.ts';
import { err, ok, type Result } from '../platform/result.ts';
import { newLink } from './first-owner.ts';
import * as sessionTable from './session-sql.ts';
import * as table from './sql.ts';

export { makeFirstOwner, renewOwner } from './first-owner.ts';
export { authenticateOperator } from './sessions.ts';

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
  await sessionTable.deleteSessionsOf(tx, id);
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
  await sessionTable.deleteSessionsOf(tx, id);
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
  await sessionTable.deleteSessionsOf(tx, id);
  record({ subject: `operator:${id}`, before: { status: found.value.status }, after: { status: 'invited' }, reason });
  return ok({ id, link: await newLink(tx, now, origin, id) });
}

/** Whether an operator can still act and holds a permission now, whatever was true when they asked. */
export async function stillMay(tx: Tx, id: string, permission: Permission): Promise<boolean> {
  const operator = await table.operatorById(tx, id);
  return operator?.status === 'active' && mayDo(operator.role, permission);
}
