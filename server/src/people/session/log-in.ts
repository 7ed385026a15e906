import type { Endpoint, Input } from '@glasshouse/protocol/endpoint';
import type * as factorCalls from '@glasshouse/protocol/factors/calls';
import type { LogInMethod } from '@glasshouse/protocol/security/kinds';
import * as protocol from '@glasshouse/protocol/session/calls';
import type { Tx } from '#platform/database/db.ts';
import { newId, newToken, tokenHash } from '#platform/database/ids.ts';
import {
  forgetAccountTurns,
  isKnown,
  rememberBrowser,
  rememberNetwork,
  type Tries,
  takeAccountTurn,
} from '#platform/http/account-turns.ts';
import type { Caller, Steps } from '#platform/http/http.ts';
import { err, ok, waitFor } from '#platform/http/result.ts';
import { plus } from '#platform/runtime/clock.ts';
import { addJob } from '#platform/runtime/jobs.ts';
import { passwordMatches } from '#platform/security/passwords.ts';
import * as factors from '../factors/factors.ts';
import { infoOf, people, publishSessionEnded } from '../people/people.ts';
import {
  accountOf,
  factorRefusal,
  loggedIn,
  note,
  noteWrong,
  triesOf,
  wrongPasswordTyped,
} from '../security/security.ts';
import { lifetime } from './authenticate.ts';
import * as table from './sql.ts';

type Call<E extends Endpoint> = Caller<E> & Steps;

/** Ends the session of the calling browser, if it has one. */
export async function endOwnSession(tx: Tx, call: Pick<Caller, 'cookie' | 'publish'>) {
  const { token } = call.cookie;
  const ended = token && (await table.deleteSessionByToken(tx, tokenHash(token)));
  if (ended) publishSessionEnded(call, ended.number);
}

type Entering = Parameters<typeof loggedIn>[2] & { password_hash: string };

/**
 * Logs a person in: this browser's session ends, and a new token begins. The person's row is locked before sessions, as
 * where a change ends them, so that the two never deadlock.
 */
export async function openSession(
  tx: Tx,
  call: Omit<Caller, 'user'>,
  person: Entering,
  method: LogInMethod | 'registering',
) {
  const { now, address, device, cookie, browser } = call;
  if (method === 'registering') await note(tx, call, { person: person.id, kind: 'registered' });
  else await loggedIn(tx, call, person, method);
  const token = newToken();
  const until = plus(now, lifetime);
  const session = { token_hash: tokenHash(token), id: newId(), person: person.id, address, device, now, until };
  if (!(await table.insertSession(tx, session, person.password_hash))) return false;
  await endOwnSession(tx, call);
  cookie.put(token, until);
  await rememberBrowser(tx, accountOf(person), { now, browser });
  await rememberNetwork(tx, accountOf(person), { now, address });
  return true;
}

const methodOf = { none: 'password', code: 'password_and_code', recovery: 'recovery' } as const;

/**
 * Logs in with the password, and a code if an authenticator app is on. Only a right password reveals that one is on.
 */
export async function logIn(
  call: Call<typeof protocol.login>,
  { account, password, code }: Input<typeof protocol.login>,
  installation: factors.Installation,
) {
  const { step, inTx, now } = call;
  const person = await step((tx) => people.personByLogin(tx, account));
  // Counted by person, or an account would have the attempts of each notation of its name.
  const whose = person ? accountOf(person) : `nobody:${people.loginName(account)}`;
  const tries: Tries = { what: 'log in', account: whose, limits: protocol.login, knowsNetworks: true };
  const seconds = await step((tx) => takeAccountTurn(tx, tries, call));
  if (seconds > 0) return waitFor(seconds);
  const matches = await passwordMatches(person?.password_hash, password);
  if (!person || !matches) {
    const { address, device } = call;
    const typed = { person: person?.id ?? null, at: now.toISOString(), address, device };
    await step((tx) => addJob(tx, wrongPasswordTyped, typed));
    return err('wrong_account_or_password');
  }
  if (code !== undefined) {
    const wait = await step((tx) => takeAccountTurn(tx, triesOf(person), call));
    if (wait > 0) return waitFor(wait);
  }
  const entered = await inTx(async (tx) => {
    // Locked first: an app that is turned on at the same time either requires a code here or ends this session.
    const held = await people.lockById(tx, person.id);
    if (held.locked_at) return err('account_locked');
    const factor = await factors.checkFactor(tx, now, installation, person.id, code);
    if (factor === 'missing' || factor === 'wrong') return err(factorRefusal[factor]);
    if (!(await openSession(tx, call, person, methodOf[factor]))) return err('wrong_account_or_password');
    await forgetAccountTurns(tx, tries, call);
    await forgetAccountTurns(tx, triesOf(person), call);
    return ok(infoOf(person));
  });
  if (!entered.ok) await step((tx) => noteHalfIn(tx, call, person, entered.error));
  return entered;
}

/**
 * Tells the owner that the password was right but the code was not. The owner's own browser first asks without a code;
 * that isn't reported.
 */
async function noteHalfIn(tx: Tx, call: Caller, person: { id: string }, refused: string): Promise<void> {
  const doubtful =
    refused === 'wrong_factor' || (refused === 'factor_needed' && !(await isKnown(tx, accountOf(person), call)));
  if (doubtful) await noteWrong(tx, call, { person: person.id, kind: 'wrong_factor' });
}

/** A challenge that any passkey for this site may answer, once. */
export async function logInChallenge(tx: Tx, now: Date, installation: factors.Installation) {
  const options = await factors.anyPasskeyOptions(installation);
  await factors.putChallenge(tx, now, options.challenge, { person: null });
  return ok({ options: { ...options } });
}

/** Logs in by passkey. The authenticator has verified its user, so no code of the app is required. */
export async function logInByPasskey(
  call: Call<typeof factorCalls.passkeyLogin>,
  { response }: Input<typeof factorCalls.passkeyLogin>,
  installation: factors.Installation,
) {
  const { step, inTx, now } = call;
  const challenge = factors.challengeIn(response);
  // In a separate step, so that a challenge is used up even if the answer is wrong.
  const asked =
    challenge !== undefined && (await step((tx) => factors.takeChallenge(tx, now, challenge, { person: null })));
  if (!asked) return err('wrong_passkey');
  return inTx(async (tx) => {
    const whose = await factors.passkeyOwner(tx, 'person', response.id);
    if (whose === undefined) return err('wrong_passkey');
    // The person is locked before the passkey, as where one is removed.
    const person = await people.lockById(tx, whose);
    const answered = await factors.passkeyAnswers(tx, now, installation, 'person', { challenge, response });
    if (answered !== person.id) return err('wrong_passkey');
    if (person.locked_at) return err('account_locked');
    if (!(await openSession(tx, call, person, 'passkey'))) return err('wrong_passkey');
    return ok(infoOf(person));
  });
}
