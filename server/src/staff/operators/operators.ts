import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { Locale } from '@glasshouse/protocol/locales';
import type * as protocol from '@glasshouse/protocol/operators/calls';
import { mayDo, type OperatorRole, type Permission } from '@glasshouse/protocol/operators/permissions';
import type { ApprovedAct, OperatorCall } from '#platform/console/office.ts';
import { type Tx, violates } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import { type Sender, sendLink } from './link.ts';
import { alone, countsOn } from './second.ts';
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
      linkUntil: row.link_until?.toISOString() ?? null,
    })),
  };
}

type Asking = Pick<OperatorCall, 'tx' | 'now' | 'operator'>;
type Invitation = Input<typeof protocol.inviteOperator>;

export async function askInvite(call: Asking, { reason, language: _, ...person }: Invitation) {
  if (await table.operatorByEmail(call.tx, person.email)) return err('email_taken');
  return ok({
    subject: `operator:${person.email}`,
    reason,
    after: person,
    alone: await alone(call),
  });
}

/** Creates the operator. The link is mailed to them; the inviting operator never sees it. */
export async function inviteOperator(call: ApprovedAct, { reason, language, ...person }: Invitation, sender: Sender) {
  const { tx, now, record } = call;
  const id = newId();
  try {
    await table.insertOperator(tx, { ...person, id, created_at: now });
  } catch (error) {
    if (violates(error, 'operator_email')) return err('email_taken');
    throw error;
  }
  record({ subject: `operator:${id}`, after: { ...person, ...byOne(call) }, reason });
  await sendLink(tx, now, sender, { id, language, kind: 'invited' });
  return ok({});
}
// The log records that there was no second person to ask.
const byOne = ({ approval }: ApprovedAct) => (approval ? { approval: approval.id } : { alone: true });

/** The operator, with all owners locked. Refused if the site would have no active owner without them. */
async function replaceable(tx: Tx, id: string): Promise<Result<table.OperatorRow, 'not_found' | 'last_owner'>> {
  const owners = await table.lockOwners(tx);
  const operator = await table.operatorById(tx, id);
  if (!operator) return err('not_found');
  const others = owners.filter((owner) => owner.id !== id && owner.status === 'active');
  return operator.role === 'owner' && operator.status === 'active' && others.length === 0
    ? err('last_owner')
    : ok(operator);
}

/** Whether the operator's role or status has changed since the second person saw the request. */
const hasChanged = ({ approval }: ApprovedAct, { role, status }: table.OperatorRow): boolean => {
  const seen = (approval?.before ?? {}) as { role?: string; status?: string };
  return (seen.role ?? role) !== role || (seen.status ?? status) !== status;
};

type RoleChange = Input<typeof protocol.changeOperatorRole>;

export async function askRole(call: Asking, { id, role, reason }: RoleChange) {
  const found = await replaceable(call.tx, id);
  if (!found.ok) return found;
  const { name, status, role: before } = found.value;
  if (before === role) return err('no_change');
  const shown = { before: { name, role: before, status }, after: { name, role, status } };
  return ok({ subject: `operator:${id}`, reason, ...shown, alone: await alone(call, id) });
}

export async function changeRole(call: ApprovedAct, { id, role, reason }: RoleChange) {
  const { tx, now, record } = call;
  const found = await replaceable(tx, id);
  if (!found.ok) return found;
  if (hasChanged(call, found.value)) return err('version_changed');
  if (found.value.role === role) return err('no_change');
  await countsOn(tx, now, found.value);
  await table.setRole(tx, id, role);
  await sessionTable.deleteSessionsOf(tx, id);
  const before = { role: found.value.role };
  record({ subject: `operator:${id}`, before, after: { role, ...byOne(call) }, reason });
  return ok({});
}

/**
 * One person is enough, because disabling must work at once. For a week the operator still counts as a possible second
 * person.
 */
export async function disableOperator(call: OperatorCall, { id, reason }: Input<typeof protocol.disableOperator>) {
  const { tx, now, record } = call;
  const found = await replaceable(tx, id);
  if (!found.ok) return found;
  const { status } = found.value;
  if (status === 'disabled') return err('no_change');
  await countsOn(tx, now, found.value);
  await table.disable(tx, id);
  await table.dropSetup(tx, id);
  await sessionTable.deleteSessionsOf(tx, id);
  record({ subject: `operator:${id}`, before: { status }, after: { status: 'disabled' }, reason });
  return ok({});
}

type Reset = { id: string; language: Locale; reason: string };

export async function askReset(call: Asking, { id, reason }: Reset) {
  const found = await replaceable(call.tx, id);
  if (!found.ok) return found;
  const { name, status } = found.value;
  const shown = { before: { name, status }, after: { name, status: 'invited' } };
  return ok({ subject: `operator:${id}`, reason, ...shown, alone: await alone(call, id) });
}

export async function resetOperator(call: ApprovedAct, { id, language, reason }: Reset, sender: Sender) {
  const { tx, now, record } = call;
  const found = await replaceable(tx, id);
  if (!found.ok) return found;
  if (hasChanged(call, found.value)) return err('version_changed');
  await countsOn(tx, now, found.value);
  await table.clearFactors(tx, id);
  await sessionTable.deleteSessionsOf(tx, id);
  const before = { status: found.value.status };
  record({ subject: `operator:${id}`, before, after: { status: 'invited', ...byOne(call) }, reason });
  await sendLink(tx, now, sender, { id, language, kind: 'reset' });
  return ok({});
}

/** Whether an operator is still active and still holds a permission. */
export async function isStillPermitted(tx: Tx, id: string, permission: Permission): Promise<boolean> {
  const operator = await table.operatorById(tx, id);
  return operator?.status === 'active' && mayDo(operator.role, permission);
}
