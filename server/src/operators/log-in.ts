import type { Endpoint, Input, Output } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/office/session';
import { appendEntry } from '../platform/audit.ts';
import { minutes, seconds } from '../platform/clock.ts';
import type { Tx } from '../platform/db.ts';
import type { Caller, Steps } from '../platform/http.ts';
import { passwordMatches } from '../platform/passwords.ts';
import { err, ok, type Result } from '../platform/result.ts';
import { forgetTurns, type Rate, takeTurn } from '../platform/throttle.ts';
import * as factorTable from './factor-sql.ts';
import * as factors from './factors.ts';
import * as sessionTable from './session-sql.ts';
import { type Found, findSession, openSession, tokenHash } from './sessions.ts';
import * as table from './sql.ts';

type Call<E extends Endpoint> = Caller<E> & Steps;
export const rates = {
  byAddress: { burst: 30, everyMs: seconds(10) },
  byAccount: { burst: 5, everyMs: minutes(1) },
  byFactor: { burst: 5, everyMs: minutes(1) },
} satisfies Record<string, Rate>;

export const meOf = ({ id, name, email, role }: Pick<Found, 'id' | 'name' | 'email' | 'role'>) => ({
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
  const passkey = (await factorTable.passkeysOf(tx, found.id)).length > 0;
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
    return ok({ stage: 'factor' as const, passkey: (await factorTable.passkeysOf(tx, operator.id)).length > 0 });
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
    if (!(await factorTable.useRecovery(tx, found.id, factors.recoveryHash(code)))) return err('wrong_factor');
    await enter(tx, call, found, 'recovery', '/office/session/recovery');
    return ok({ left: await factorTable.countRecovery(tx, found.id) });
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
  await sessionTable.putChallenge(tx, found.sessionId, options.challenge);
  return ok({ options: { ...options } });
}

/** A passkey lets in, and for somebody who is in already makes the factor fresh again. */
export async function answerPasskey(
  call: Call<typeof protocol.answerPasskey>,
  { response }: Input<typeof protocol.answerPasskey>,
  office: factors.Office,
) {
  // In a step of its own: a question is asked once, also when the answer is wrong.
  const challenge = await call.step(async (tx) => {
    const asked = await findSession(tx, call.now, call.cookie.token);
    return asked && sessionTable.takeChallenge(tx, asked.sessionId);
  });
  return withTurn(call, ['factor', 'in'], async (tx, found) => {
    if (!challenge) return err('wrong_factor');
    if (!(await factors.passkeyAnswers(tx, call.now, office, found.id, challenge, response)))
      return err('wrong_factor');
    await enter(tx, call, found, 'passkey', '/office/session/passkey');
    return ok({});
  });
}

export async function logOut(tx: Tx, { cookie }: Caller) {
  if (cookie.token) await sessionTable.deleteSessionByToken(tx, tokenHash(cookie.token));
  cookie.drop();
  return ok({});
}

const factorKey = (operator: string) => `office:factor:${operator}`;

/** A try of the second factor: counted although it is refused, whatever session it comes from. */
export async function withTurn<T, E>(
  { step, inTx, now, cookie }: Caller & Steps,
  stages: Found['stage'] | Found['stage'][],
  decide: (tx: Tx, found: Found) => Promise<Result<T, E>>,
): Promise<Result<T, E | 'not_logged_in' | 'too_many_requests'>> {
  const found = await step((tx) => findSession(tx, now, cookie.token));
  if (!found || ![stages].flat().includes(found.stage)) return err('not_logged_in');
  const turn = await step((tx) => takeTurn(tx, now, factorKey(found.id), rates.byFactor));
  return turn ? inTx((tx) => decide(tx, found)) : err('too_many_requests');
}

export async function enter(
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
