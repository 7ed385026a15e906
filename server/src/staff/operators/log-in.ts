import type { Endpoint, Input, Output } from '@glasshouse/protocol/endpoint';
import { operatorTries } from '@glasshouse/protocol/factors/parts';
import * as protocol from '@glasshouse/protocol/operators/session';
import * as factors from '#people/factors/factors.ts';
import { appendEntry } from '#platform/console/audit.ts';
import type { Tx } from '#platform/database/db.ts';
import { tokenHash } from '#platform/database/ids.ts';
import { forgetAccountTurns, type Tries, takeAccountTurn } from '#platform/http/account-turns.ts';
import type { Caller, Steps } from '#platform/http/http.ts';
import { err, ok, type Result, waitFor } from '#platform/http/result.ts';
import { passwordMatches } from '#platform/security/passwords.ts';
import * as sessionTable from './session-sql.ts';
import { accountOf, type FoundSession, findAgain, findSession, openSession, ownerOf } from './sessions.ts';
import * as table from './sql.ts';

type Call<E extends Endpoint> = Caller<E> & Steps;

export const meOf = ({ id, name, email, role }: Pick<FoundSession, 'id' | 'name' | 'email' | 'role'>) => ({
  id,
  name,
  email,
  role,
});

export async function showSession(
  tx: Tx,
  { now, cookie }: Pick<Caller, 'now' | 'cookie'>,
): Promise<Output<typeof protocol.showSession>> {
  const found = await findSession(tx, now, cookie.token);
  if (!found) return { stage: 'out', operator: null, passkey: false, until: null };
  const passkey = (await factors.listPasskeys(tx, ownerOf(found))).length > 0;
  return { stage: found.stage, operator: meOf(found), passkey, until: found.until.toISOString() };
}

/** The first factor. An operator who never finished the set-up has no password and needs the one-time link. */
export async function logIn(call: Call<typeof protocol.logIn>, { email, password }: Input<typeof protocol.logIn>) {
  const { step, inTx } = call;
  const operator = await step((tx) => table.operatorByEmail(tx, email));
  const account = operator ? accountOf(operator) : `nobody:${email}`;
  const tries: Tries = { what: 'office log in', account, limits: protocol.logIn };
  const seconds = await step((tx) => takeAccountTurn(tx, tries, call));
  if (seconds > 0) return waitFor(seconds);
  const usable = operator?.status === 'active' ? (operator.password_hash ?? undefined) : undefined;
  if (!(await passwordMatches(usable, password)) || !operator) return err('wrong_account_or_password');
  return inTx(async (tx) => {
    await forgetAccountTurns(tx, tries, call);
    await openSession(tx, call, operator.id, { stage: 'factor' });
    return ok({ stage: 'factor' as const, passkey: (await factors.listPasskeys(tx, ownerOf(operator))).length > 0 });
  });
}

export const answerCode = (
  call: Call<typeof protocol.answerCode>,
  { code }: Input<typeof protocol.answerCode>,
  office: factors.Installation,
) =>
  withTurn(call, 'factor', async (tx, found) => {
    if (!(await factors.useCode(tx, call.now, office, ownerOf(found), code))) return err('wrong_factor');
    await enter(tx, call, found, 'totp', '/office/session/code');
    return ok({});
  });

export const answerRecovery = (
  call: Call<typeof protocol.answerRecovery>,
  { code }: Input<typeof protocol.answerRecovery>,
) =>
  withTurn(call, 'factor', async (tx, found) => {
    if (!(await factors.useRecovery(tx, ownerOf(found), code))) return err('wrong_factor');
    await enter(tx, call, found, 'recovery', '/office/session/recovery');
    return ok({ left: await factors.countRecovery(tx, ownerOf(found)) });
  });

export async function askPasskey(
  tx: Tx,
  { now, cookie }: Caller,
  { purpose }: Input<typeof protocol.askPasskey>,
  office: factors.Installation,
) {
  const found = await findSession(tx, now, cookie.token);
  if (!found || found.stage === 'enrol' || (purpose === 'add' && found.stage !== 'in')) return err('not_logged_in');
  const owner = { ...ownerOf(found), name: found.email, displayName: found.name };
  const ask = purpose === 'add' ? factors.questionToAdd : factors.questionToAnswer;
  const options = await ask(tx, office, owner);
  if (!options) return err('wrong_factor');
  await sessionTable.putChallenge(tx, found.sessionId, options.challenge);
  return ok({ options: { ...options } });
}

/** A passkey logs the operator in, or refreshes the second factor of one who is logged in. */
export async function answerPasskey(
  call: Call<typeof protocol.answerPasskey>,
  { response }: Input<typeof protocol.answerPasskey>,
  office: factors.Installation,
) {
  // A separate transaction, because a challenge is used up by one answer, even a wrong one.
  const challenge = await call.step(async (tx) => {
    const asked = await findSession(tx, call.now, call.cookie.token);
    return asked && sessionTable.takeChallenge(tx, asked.sessionId);
  });
  return withTurn(call, ['factor', 'in'], async (tx, found) => {
    if (!challenge) return err('wrong_factor');
    const whose = await factors.passkeyAnswers(tx, call.now, office, 'operator', { challenge, response });
    if (whose !== found.id) return err('wrong_factor');
    await enter(tx, call, found, 'passkey', '/office/session/passkey');
    return ok({});
  });
}

export async function logOut(tx: Tx, { cookie }: Caller) {
  if (cookie.token) await sessionTable.deleteSessionByToken(tx, tokenHash(cookie.token));
  cookie.drop();
  return ok({});
}

const triesAtFactor = (found: FoundSession): Tries => ({
  what: 'office factor',
  account: accountOf(found),
  limits: { limit: operatorTries },
});

/** Limits attempts at the second factor. Refused attempts count, and attempts from all sessions count together. */
export async function withTurn<T, E>(
  call: Caller & Steps,
  stages: FoundSession['stage'] | FoundSession['stage'][],
  decide: (tx: Tx, found: FoundSession) => Promise<Result<T, E>>,
): Promise<Result<T, E | 'not_logged_in' | 'too_many_requests'>> {
  const { step, inTx, now, cookie } = call;
  const fits = ({ stage }: FoundSession) => [stages].flat().includes(stage);
  const found = await step((tx) => findSession(tx, now, cookie.token));
  if (!found || !fits(found)) return err('not_logged_in');
  const seconds = await step((tx) => takeAccountTurn(tx, triesAtFactor(found), call));
  if (seconds > 0) return waitFor(seconds);
  return inTx(async (tx): Promise<Result<T, E | 'not_logged_in'>> => {
    const still = await findAgain(tx, now, cookie.token, found);
    return still && fits(still) ? decide(tx, still) : err('not_logged_in');
  });
}

export async function enter(
  tx: Tx,
  call: Caller,
  found: FoundSession,
  factor: 'totp' | 'passkey' | 'recovery',
  action: string,
): Promise<void> {
  await forgetAccountTurns(tx, triesAtFactor(found), call);
  await openSession(tx, call, found.id, { stage: 'in', factor });
  const after = found.stage === 'in' ? { confirmed: factor } : { loggedIn: factor, address: call.address };
  const act = { subject: `operator:${found.id}`, after };
  await appendEntry(tx, { at: call.now, action, operator: found }, act);
}
