import type { Endpoint, Input, Output } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/office/session';
import { generateSecret, generateURI } from 'otplib';
import { appendEntry } from '../platform/audit.ts';
import { minutes, seconds } from '../platform/clock.ts';
import type { Tx } from '../platform/db.ts';
import type { Caller, Steps } from '../platform/http.ts';
import { hashPassword, passwordMatches } from '../platform/passwords.ts';
import { err, ok, type Result } from '../platform/result.ts';
import { forgetTurns, type Rate, takeTurn } from '../platform/throttle.ts';
import * as factors from './factors.ts';
import { type Found, findSession, openSession, tokenHash } from './sessions.ts';
import * as table from './sql.ts';

type Call<E extends Endpoint> = Caller<E> & Steps;
const rates = {
  byAddress: { burst: 30, everyMs: seconds(10) },
  byAccount: { burst: 5, everyMs: minutes(1) },
  byFactor: { burst: 5, everyMs: minutes(1) },
} satisfies Record<string, Rate>;

const meOf = ({ id, name, email, role }: Pick<Found, 'id' | 'name' | 'email' | 'role'>) => ({ id, name, email, role });

export async function showSession(
  tx: Tx,
  { now, cookie }: Pick<Caller, 'now' | 'cookie'>,
): Promise<Output<typeof protocol.showSession>> {
  const found = await findSession(tx, now, cookie.token);
  if (!found) return { stage: 'out', operator: null, passkey: false, until: null };
  const passkey = (await table.passkeysOf(tx, found.id)).length > 0;
  return { stage: found.stage, operator: meOf(found), passkey, until: found.until.toISOString() };
}

/** The first factor. Who never finished setting up has none: only the one-time link leads there. */
export async function logIn(call: Call<typeof protocol.logIn>, { email, password }: Input<typeof protocol.logIn>) {
  const { step, inTx, now } = call;
  const accountKey = `office:account:${email}`;
  const allowed = await step(
    async (tx) =>
      (await takeTurn(tx, now, `office:address:${call.address}`, rates.byAddress)) &&
      (await takeTurn(tx, now, accountKey, rates.byAccount)),
  );
  if (!allowed) return err('too_many_requests');
  const operator = await step((tx) => table.operatorByEmail(tx, email));
  const usable = operator?.status === 'active' ? (operator.password_hash ?? undefined) : undefined;
  if (!(await passwordMatches(usable, password)) || !operator) return err('wrong_account_or_password');
  return inTx(async (tx) => {
    await forgetTurns(tx, accountKey);
    await openSession(tx, call, operator.id, { stage: 'factor' });
    return ok({ stage: 'factor' as const, passkey: (await table.passkeysOf(tx, operator.id)).length > 0 });
  });
}

export async function readInvitation(
  { step, now, address }: Call<typeof protocol.readInvitation>,
  { token }: Input<typeof protocol.readInvitation>,
) {
  const turn = await step((tx) => takeTurn(tx, now, `office:address:${address}`, rates.byAddress));
  if (!turn) return err('too_many_requests');
  const operator = await step((tx) => table.setupByToken(tx, tokenHash(token), now));
  return operator ? ok(meOf({ ...operator })) : err('setup_unknown');
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
    await table.deleteSessionsOf(tx, operator.id);
    await openSession(tx, call, operator.id, { stage: 'enrol' });
    return ok({ stage: 'enrol' as const, passkey: false });
  });
}

export async function beginEnrolment(tx: Tx, { now, cookie }: Caller, office: factors.Office) {
  const found = await findSession(tx, now, cookie.token);
  if (found?.stage !== 'enrol') return err('not_logged_in');
  const secret = generateSecret();
  await table.putNewSecret(tx, found.sessionId, factors.sealSecret(office, found.id, secret));
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

export const answerCode = (
  call: Call<typeof protocol.answerCode>,
  { code }: Input<typeof protocol.answerCode>,
  office: factors.Office,
) =>
  withTurn(call, 'factor', async (tx, found) => {
    if (!(await factors.useCode(tx, call.now, office, found.id, code))) return err('wrong_factor');
    await enter(tx, call, found, 'totp', '/office/session/code');
    return ok({});
  });

export const answerRecovery = (
  call: Call<typeof protocol.answerRecovery>,
  { code }: Input<typeof protocol.answerRecovery>,
) =>
  withTurn(call, 'factor', async (tx, found) => {
    if (!(await table.useRecovery(tx, found.id, factors.recoveryHash(code)))) return err('wrong_factor');
    await enter(tx, call, found, 'recovery', '/office/session/recovery');
    return ok({ left: await table.countRecovery(tx, found.id) });
  });

export async function askPasskey(
  tx: Tx,
  { now, cookie }: Caller,
  { purpose }: Input<typeof protocol.askPasskey>,
  office: factors.Office,
) {
  const found = await findSession(tx, now, cookie.token);
  if (!found || found.stage === 'enrol' || (purpose === 'add' && found.stage !== 'in')) return err('not_logged_in');
  const options = await factors.passkeyQuestion(tx, office, found, purpose);
  if (!options) return err('wrong_factor');
  await table.putChallenge(tx, found.sessionId, options.challenge);
  return ok({ options: { ...options } });
}

/** A passkey lets in, and for somebody who is in already makes the factor fresh again. */
export const answerPasskey = (
  call: Call<typeof protocol.answerPasskey>,
  { response }: Input<typeof protocol.answerPasskey>,
  office: factors.Office,
) =>
  withTurn(call, ['factor', 'in'], async (tx, found) => {
    // In a step of its own: a question is asked once, also when the answer is wrong.
    const challenge = await call.step((first) => table.takeChallenge(first, found.sessionId));
    if (!challenge) return err('wrong_factor');
    if (!(await factors.passkeyAnswers(tx, call.now, office, found.id, challenge, response)))
      return err('wrong_factor');
    await enter(tx, call, found, 'passkey', '/office/session/passkey');
    return ok({});
  });

export async function logOut(tx: Tx, { cookie }: Caller) {
  if (cookie.token) await table.deleteSessionByToken(tx, tokenHash(cookie.token));
  cookie.drop();
  return ok({});
}

const factorKey = (operator: string) => `office:factor:${operator}`;

/** A try of the second factor: counted although it is refused, whatever session it comes from. */
async function withTurn<T, E>(
  { step, inTx, now, cookie }: Caller & Steps,
  stages: Found['stage'] | Found['stage'][],
  decide: (tx: Tx, found: Found) => Promise<Result<T, E>>,
): Promise<Result<T, E | 'not_logged_in' | 'too_many_requests'>> {
  const found = await step((tx) => findSession(tx, now, cookie.token));
  if (!found || ![stages].flat().includes(found.stage)) return err('not_logged_in');
  const turn = await step((tx) => takeTurn(tx, now, factorKey(found.id), rates.byFactor));
  return turn ? inTx((tx) => decide(tx, found)) : err('too_many_requests');
}

async function enter(
  tx: Tx,
  call: Caller,
  found: Found,
  factor: 'totp' | 'passkey' | 'recovery',
  action: string,
): Promise<void> {
  await forgetTurns(tx, factorKey(found.id));
  await openSession(tx, call, found.id, { stage: 'in', factor });
  const act = { subject: `operator:${found.id}`, after: { loggedIn: factor, address: call.address } };
  await appendEntry(tx, { at: call.now, action, operator: found }, act);
}
