import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/office/session';
import type { OperatorCall } from '../platform/office.ts';
import { hashPassword, passwordMatches } from '../platform/passwords.ts';
import { err, ok } from '../platform/result.ts';
import * as factorTable from './factor-sql.ts';
import * as factors from './factors.ts';
import * as sessionTable from './session-sql.ts';
import * as table from './sql.ts';

const mostPasskeys = 5;
const subjectOf = ({ operator }: OperatorCall) => `operator:${operator.id}`;

export async function showSelf({ tx, operator }: OperatorCall): Promise<Output<typeof protocol.showSelf>> {
  const passkeys = await factorTable.passkeysOf(tx, operator.id);
  const { id, name, email, role } = operator;
  return {
    operator: { id, name, email, role },
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      createdAt: passkey.created_at.toISOString(),
      usedAt: passkey.used_at?.toISOString() ?? null,
    })),
    recoveryCodesLeft: await factorTable.countRecovery(tx, operator.id),
    factorAt: operator.factorAt.toISOString(),
  };
}

export async function confirmFactor(
  call: OperatorCall,
  { code }: Input<typeof protocol.confirmFactor>,
  office: factors.Office,
) {
  const { tx, now, operator, record } = call;
  if (!(await factors.useCode(tx, now, office, operator.id, code))) return err('wrong_factor');
  await sessionTable.refreshFactor(tx, operator.sessionId, now);
  record({ subject: subjectOf(call), after: { confirmed: 'totp' } });
  return ok({});
}

export async function addPasskey(
  call: OperatorCall,
  { name, response }: Input<typeof protocol.addPasskey>,
  office: factors.Office,
) {
  const { tx, now, operator, record } = call;
  if ((await factorTable.passkeysOf(tx, operator.id)).length >= mostPasskeys) return err('too_many_passkeys');
  const challenge = await sessionTable.takeChallenge(tx, operator.sessionId);
  const made = challenge && (await factors.newPasskey(office, challenge, response));
  if (!made) return err('wrong_factor');
  await factorTable.insertPasskey(tx, {
    id: made.id,
    operator: operator.id,
    name,
    public_key: Buffer.from(made.publicKey),
    counter: BigInt(made.counter),
    created_at: now,
  });
  record({ subject: subjectOf(call), after: { passkeyAdded: name } });
  return ok({});
}

export async function removePasskey(call: OperatorCall, { id }: Input<typeof protocol.removePasskey>) {
  const removed = await factorTable.deletePasskey(call.tx, call.operator.id, id);
  if (!removed) return err('not_found');
  call.record({ subject: subjectOf(call), before: { passkey: removed.name } });
  return ok({});
}

export async function renewRecoveryCodes(call: OperatorCall) {
  const recoveryCodes = await factors.renewRecovery(call.tx, call.operator.id);
  call.record({ subject: subjectOf(call), after: { recoveryCodes: 'renewed' } });
  return ok({ recoveryCodes });
}

export async function changeOwnPassword(
  call: OperatorCall,
  { oldPassword, password }: Input<typeof protocol.changeOwnPassword>,
) {
  const { tx, operator, record } = call;
  const row = await table.operatorById(tx, operator.id);
  if (!(await passwordMatches(row?.password_hash ?? undefined, oldPassword))) return err('wrong_old_password');
  await table.setPassword(tx, operator.id, await hashPassword(password));
  await sessionTable.deleteSessionsOf(tx, operator.id, operator.sessionId);
  record({ subject: subjectOf(call), after: { password: 'changed' } });
  return ok({});
}
