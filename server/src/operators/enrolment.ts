import type { Endpoint, Input } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/office/session';
import { generateSecret, generateURI } from 'otplib';
import type { Tx } from '../platform/db.ts';
import type { Caller, Steps } from '../platform/http.ts';
import { hashPassword } from '../platform/passwords.ts';
import { err, ok } from '../platform/result.ts';
import { takeTurn } from '../platform/throttle.ts';
import * as factors from './factors.ts';
import { enter, meOf, rates, withTurn } from './log-in.ts';
import * as sessionTable from './session-sql.ts';
import { findSession, openSession, tokenHash } from './sessions.ts';
import * as table from './sql.ts';

type Call<E extends Endpoint> = Caller<E> & Steps;

export async function readInvitation(
  { step, now, address }: Call<typeof protocol.readInvitation>,
  { token }: Input<typeof protocol.readInvitation>,
) {
  const turn = await step((tx) => takeTurn(tx, now, `office:address:${address}`, rates.byAddress));
  if (!turn) return err('too_many_requests');
  const operator = await step((tx) => table.setupByToken(tx, tokenHash(token), now));
  return operator ? ok(meOf(operator)) : err('setup_unknown');
}

/** Sets the password. The link works until the second factor is proved, so that an interrupted set-up can be repeated. */
export async function setUp(call: Call<typeof protocol.setUp>, { token, password }: Input<typeof protocol.setUp>) {
  const { step, inTx, now, address } = call;
  const turn = await step((tx) => takeTurn(tx, now, `office:address:${address}`, rates.byAddress));
  if (!turn) return err('too_many_requests');
  const hash = await hashPassword(password);
  return inTx(async (tx) => {
    const operator = await table.setupByToken(tx, tokenHash(token), now);
    if (!operator) return err('setup_unknown');
    await table.setPassword(tx, operator.id, hash);
    await sessionTable.deleteSessionsOf(tx, operator.id);
    await openSession(tx, call, operator.id, { stage: 'enrol' });
    return ok({ stage: 'enrol' as const, passkey: false });
  });
}

export async function beginEnrolment(tx: Tx, { now, cookie }: Caller, office: factors.Office) {
  const found = await findSession(tx, now, cookie.token);
  if (found?.stage !== 'enrol') return err('not_logged_in');
  const secret = generateSecret();
  await sessionTable.putNewSecret(tx, found.sessionId, factors.sealSecret(office, found.id, secret));
  return ok({ secret, uri: generateURI({ issuer: factors.issuer, label: found.email, secret }) });
}

/** The first right code proves the app: the account is active, the link is used up, and somebody is in. */
export async function finishEnrolment(
  call: Call<typeof protocol.finishEnrolment>,
  { code }: Input<typeof protocol.finishEnrolment>,
  office: factors.Office,
) {
  return withTurn(call, 'enrol', async (tx, found) => {
    if (!found.newSecret) return err('wrong_factor');
    const secret = factors.openSecret(office, found.id, found.newSecret);
    const step = await factors.stepOfCode(secret, code, call.now);
    if (step === undefined) return err('wrong_factor');
    await table.activate(tx, found.id, found.newSecret, step);
    await table.dropSetup(tx, found.id);
    const recoveryCodes = await factors.renewRecovery(tx, found.id);
    await enter(tx, call, found, 'totp', '/office/session/finishEnrolment');
    return ok({ recoveryCodes });
  });
}
