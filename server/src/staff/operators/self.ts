import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/operators/session';
import * as factors from '#people/factors/factors.ts';
import type { OperatorCall } from '#platform/console/office.ts';
import { err, ok } from '#platform/http/result.ts';
import { hashPassword, passwordMatches } from '#platform/security/passwords.ts';
import { weaknessOf } from '#platform/security/weak-passwords.ts';
import type { SiteTitle } from './link.ts';
import * as sessionTable from './session-sql.ts';
import { ownerOf } from './sessions.ts';
import * as table from './sql.ts';

const subjectOf = ({ operator }: OperatorCall) => `operator:${operator.id}`;

export async function showSelf({ tx, operator }: OperatorCall): Promise<Output<typeof protocol.showSelf>> {
  const { id, name, email, role } = operator;
  return {
    operator: { id, name, email, role },
    passkeys: await factors.listPasskeys(tx, ownerOf(operator)),
    recoveryCodesLeft: await factors.countRecovery(tx, ownerOf(operator)),
    factorAt: operator.factorAt.toISOString(),
  };
}

export async function confirmFactor(
  call: OperatorCall,
  { code }: Input<typeof protocol.confirmFactor>,
  office: factors.Installation,
) {
  const { tx, now, operator, record } = call;
  if (!(await factors.useCode(tx, now, office, ownerOf(operator), code))) return err('wrong_factor');
  await sessionTable.refreshFactor(tx, operator.sessionId, now);
  record({ subject: subjectOf(call), after: { confirmed: 'totp' } });
  return ok({});
}

export async function addPasskey(
  call: OperatorCall,
  { name, response }: Input<typeof protocol.addPasskey>,
  office: factors.Installation,
) {
  const { tx, now, operator, record } = call;
  const challenge = await sessionTable.takeChallenge(tx, operator.sessionId);
  const done = await factors.addPasskey(tx, now, office, ownerOf(operator), { name, challenge, response });
  if (done !== 'added') return err(done);
  record({ subject: subjectOf(call), after: { passkeyAdded: name } });
  return ok({});
}

export async function removePasskey(call: OperatorCall, { id }: Input<typeof protocol.removePasskey>) {
  const removed = await factors.deletePasskey(call.tx, ownerOf(call.operator), id);
  if (removed === undefined) return err('not_found');
  call.record({ subject: subjectOf(call), before: { passkey: removed } });
  return ok({});
}

export async function renewRecoveryCodes(call: OperatorCall) {
  const recoveryCodes = await factors.renewRecovery(call.tx, ownerOf(call.operator));
  call.record({ subject: subjectOf(call), after: { recoveryCodes: 'renewed' } });
  return ok({ recoveryCodes });
}

export async function changeOwnPassword(
  call: OperatorCall,
  { oldPassword, password }: Input<typeof protocol.changeOwnPassword>,
  siteTitle: SiteTitle,
) {
  const { tx, operator, record } = call;
  const row = await table.operatorById(tx, operator.id);
  if (!(await passwordMatches(row?.password_hash ?? undefined, oldPassword))) return err('wrong_old_password');
  const weakness = weaknessOf(password, { site: await siteTitle(tx), name: operator.name, email: operator.email });
  if (weakness) return err(weakness);
  await table.setPassword(tx, operator.id, await hashPassword(password));
  await sessionTable.deleteSessionsOf(tx, operator.id, operator.sessionId);
  record({ subject: subjectOf(call), after: { password: 'changed' } });
  return ok({});
}
