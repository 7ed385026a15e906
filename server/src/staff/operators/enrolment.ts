import type { Endpoint, Input } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/operators/session';
import * as factors from '#people/factors/factors.ts';
import type { Tx } from '#platform/database/db.ts';
import { tokenHash } from '#platform/database/ids.ts';
import type { Caller, Steps } from '#platform/http/http.ts';
import { err, ok } from '#platform/http/result.ts';
import { hashPassword } from '#platform/security/passwords.ts';
import { weaknessOf } from '#platform/security/weak-passwords.ts';
import type { SiteTitle } from './link.ts';
import { enter, meOf, withTurn } from './log-in.ts';
import * as sessionTable from './session-sql.ts';
import { findSession, openSession, ownerOf } from './sessions.ts';
import * as table from './sql.ts';

type Call<E extends Endpoint> = Caller<E> & Steps;

export async function readInvitation(
  { step, now }: Call<typeof protocol.readInvitation>,
  { token }: Input<typeof protocol.readInvitation>,
) {
  const operator = await step((tx) => table.setupByToken(tx, tokenHash(token), now));
  return operator ? ok(meOf(operator)) : err('setup_unknown');
}

/**
 * Sets the password. The link works until the second factor is confirmed, so that an interrupted set-up can be
 * repeated.
 */
export async function setUp(
  call: Call<typeof protocol.setUp>,
  { token, password }: Input<typeof protocol.setUp>,
  siteTitle: SiteTitle,
) {
  const { inTx, now } = call;
  const hash = await hashPassword(password);
  return inTx(async (tx) => {
    const operator = await table.setupByToken(tx, tokenHash(token), now);
    if (!operator) return err('setup_unknown');
    const weakness = weaknessOf(password, { site: await siteTitle(tx), name: operator.name, email: operator.email });
    if (weakness) return err(weakness);
    await table.setPassword(tx, operator.id, hash);
    await sessionTable.deleteSessionsOf(tx, operator.id);
    await openSession(tx, call, operator.id, { stage: 'enrol' });
    return ok({ stage: 'enrol' as const, passkey: false });
  });
}

export async function beginEnrolment(tx: Tx, { now, cookie }: Caller, office: factors.Installation) {
  const found = await findSession(tx, now, cookie.token);
  if (found?.stage !== 'enrol') return err('not_logged_in');
  const { sealed, ...shown } = factors.newSecret(office, found.id, found.email);
  await sessionTable.putNewSecret(tx, found.sessionId, sealed);
  return ok(shown);
}

/**
 * The first correct code confirms the authenticator: activates the account, uses up the link and logs the operator in.
 */
export async function finishEnrolment(
  call: Call<typeof protocol.finishEnrolment>,
  { code }: Input<typeof protocol.finishEnrolment>,
  office: factors.Installation,
) {
  return withTurn(call, 'enrol', async (tx, found) => {
    if (!found.newSecret) return err('wrong_factor');
    const step = await factors.stepOfCode(office, found.id, found.newSecret, code, call.now);
    if (step === undefined) return err('wrong_factor');
    if (!(await table.activate(tx, found.id, found.newSecret, step))) return err('not_logged_in');
    await table.dropSetup(tx, found.id);
    const recoveryCodes = await factors.renewRecovery(tx, ownerOf(found));
    await enter(tx, call, found, 'totp', '/office/session/finishEnrolment');
    return ok({ recoveryCodes });
  });
}
