import type { Endpoint, Input } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/session/calls';
import { tradeWeaknessOf } from '@glasshouse/protocol/session/weak-passwords';
import { type Tx, violates } from '#platform/database/db.ts';
import { newId, newInvitationCode, newUsername } from '#platform/database/ids.ts';
import { rememberBrowser, rememberNetwork } from '#platform/http/account-turns.ts';
import type { Authenticated, Caller, Steps } from '#platform/http/http.ts';
import type { Personal } from '#platform/http/personal.ts';
import { err, ok } from '#platform/http/result.ts';
import { hashPassword } from '#platform/security/passwords.ts';
import { weaknessOf } from '#platform/security/weak-passwords.ts';
import { publicSite } from '#site/site/site.ts';
import * as factors from '../factors/factors.ts';
import { infoOf, people, publishSessionEnded } from '../people/people.ts';
import {
  accountOf,
  askForCode,
  type Contact,
  checkCode,
  decideFor,
  note,
  ownerReturned,
  prove,
  securityChanged,
  targetOf,
  useUpCode,
} from '../security/security.ts';
import { endOwnSession, openSession } from './log-in.ts';
import * as table from './sql.ts';

export { createAuthenticate } from './authenticate.ts';
export { figures } from './figures.ts';
export { logIn, logInByPasskey, logInChallenge } from './log-in.ts';
export { openSessions } from './sql.ts';

type Call<E extends Endpoint> = Caller<E> & Steps;

/** Runs in the transaction that creates an account. */
export type OnRegistered = (tx: Tx, now: Date, person: { id: string; number: bigint }) => Promise<void>;

export function requestCode(
  call: Call<typeof protocol.sendCode>,
  { purpose, ...contact }: Input<typeof protocol.sendCode>,
  textMessages: boolean,
) {
  return askForCode(call, contact, purpose, null, textMessages);
}

export async function registerPerson(
  call: Call<typeof protocol.register>,
  input: Input<typeof protocol.register>,
  onRegistered: OnRegistered,
) {
  const { step, inTx, now } = call;
  const meant = { target: targetOf(input), purpose: 'register', person: null } as const;
  const { weakness, code } = await step(async (tx) => {
    const weakness =
      (await weaknessFor(tx, input.password, input)) ?? (input.tradePassword && tradeWeaknessOf(input.tradePassword));
    // A refused password uses up no attempt at the code.
    return weakness ? { weakness } : { code: await checkCode(tx, now, meant, input.code) };
  });
  if (weakness) return err(weakness);
  if (!code) return err('wrong_code');
  const [password_hash, trade_password_hash] = await Promise.all([
    hashPassword(input.password),
    // The trade password may be set later, when an act first requires it.
    input.tradePassword === undefined ? '' : hashPassword(input.tradePassword),
  ]);

  const register = (username: string) =>
    inTx(async (tx) => {
      const inviter = await inviterOf(tx, input.invitationCode);
      if (!inviter.ok) return inviter;
      if (!(await useUpCode(tx, meant, code))) return err('wrong_code');
      const { email = null, phone = null, country } = input;
      const account = {
        username,
        email,
        phone,
        country,
        password_hash,
        trade_password_hash,
        invited_by: inviter.value,
      };
      return ok(await openAccount(tx, call, account, onRegistered));
    });
  try {
    return await (input.username === undefined ? withMadeUpName(register) : register(input.username));
  } catch (error) {
    if (violates(error, 'person_username')) return err('username_taken');
    // Registered in another tab since the code was sent. Saying so would reveal who has an account.
    if (violates(error, 'person_email') || violates(error, 'person_phone')) return err('wrong_code');
    throw error;
  }
}

type AccountNames = {
  username?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
};
/** Why a new password of this user is refused, or undefined. */
const weaknessFor = async (tx: Tx, password: string, { username, email, phone }: AccountNames) =>
  weaknessOf(password, {
    site: (await publicSite(tx)).title,
    name: username ?? null,
    email: email ?? null,
    phone: phone ?? null,
  });

type NewAccount = Omit<
  Parameters<typeof people.insertPerson>[1],
  'id' | 'invitation_code' | 'registered_at' | 'language'
>;

/** Creates a person and logs them in. The caller has checked their contact and hashed their passwords. */
export async function openAccount(
  tx: Tx,
  call: Omit<Caller, 'user'>,
  account: NewAccount,
  onRegistered: OnRegistered,
): Promise<protocol.UserInfo> {
  const person = await people.insertPerson(tx, {
    ...account,
    id: newId(),
    invitation_code: newInvitationCode(),
    registered_at: call.now,
    language: call.locale,
  });
  await onRegistered(tx, call.now, person);
  await openSession(tx, call, person, 'registering');
  return infoOf(person);
}

const maxNames = 3;
/** Registers under a random username, which reveals nothing about its owner. Tries another one if it is taken. */
async function withMadeUpName<T>(register: (username: string) => Promise<T>, tried = 1): Promise<T> {
  try {
    return await register(newUsername());
  } catch (error) {
    if (tried >= maxNames || !violates(error, 'person_username')) throw error;
    return withMadeUpName(register, tried + 1);
  }
}

async function inviterOf(tx: Tx, code: string | undefined) {
  if (code === undefined) return (await publicSite(tx)).invitationRequired ? err('invitation_required') : ok(null);
  const inviter = await people.personByInvitation(tx, code);
  return inviter ? ok(inviter.id) : err('invitation_unknown');
}

export async function logOut(tx: Tx, call: Caller) {
  await endOwnSession(tx, call);
  call.cookie.drop();
  return ok({});
}

export async function resetPassword(call: Call<typeof protocol.forget>, input: Input<typeof protocol.forget>) {
  const { step, inTx, now, browser } = call;
  const target = targetOf(input as Contact);
  const { weakness, found } = await step(async (tx) => {
    const weakness = await weaknessFor(tx, input.password, input);
    return weakness ? { weakness } : { found: await people.personByLogin(tx, target) };
  });
  if (weakness) return err(weakness);
  const meant = { target, purpose: 'forget', person: found?.id ?? null } as const;
  const code = await step((tx) => checkCode(tx, now, meant, input.code));
  if (!found || !code) return err('wrong_code');
  // The user's other names are checked only after the code, because the answer would reveal something about them.
  const guessable = await step((tx) => weaknessFor(tx, input.password, found));
  if (guessable) return err(guessable);
  const hash = await hashPassword(input.password);
  return inTx(async (tx) => {
    const person = await people.lockById(tx, found.id);
    // The contact now belongs to another user, and a code for a changed contact is worthless.
    if (person.email !== target && person.phone !== target) return err('wrong_code');
    if (!(await useUpCode(tx, meant, code))) return err('wrong_code');
    await people.setPassword(tx, person.id, hash);
    await ownerReturned(tx, call, person);
    await securityChanged(tx, call, person, 'password_reset', { keep: undefined });
    // A caller who reads the account's mail is its owner, and can log in here however many strangers are trying. With
    // an authenticator app, only the network is remembered: a known browser also has its own guesses at app codes, and
    // each reset would add more.
    if (await factors.authenticatorSince(tx, person.id)) await rememberNetwork(tx, accountOf(person), call);
    else await rememberBrowser(tx, accountOf(person), { now, browser });
    return ok({});
  });
}

export async function editPassword(
  call: Call<typeof protocol.editPassword>,
  input: Input<typeof protocol.editPassword>,
  installation: factors.Installation,
) {
  // Checked first, because proving uses up a code of the authenticator app.
  const weakness = await call.step(async (tx) =>
    weaknessFor(tx, input.password, await people.personById(tx, call.user.userId)),
  );
  if (weakness) return err(weakness);
  const proven = await prove(call, installation, { password: input.oldPassword, code: input.code });
  if (!proven.ok)
    return proven.error === 'wrong_password' ? err('wrong_old_password') : err(proven.error, proven.details);
  const hash = await hashPassword(input.password);
  return decideFor(call, proven.value, async (tx, person) => {
    await people.setPassword(tx, person.id, hash);
    // A stranger with a session must not stay logged in without the new password.
    await securityChanged(tx, call, person, 'password_changed', { keep: undefined });
    call.cookie.drop();
    return ok({});
  });
}

export async function listSessions(tx: Tx, now: Date, user: Authenticated) {
  const rows = await table.sessionsOf(tx, user.userId, now);
  return rows.map((row) => ({
    id: row.id,
    current: row.id === user.sessionId,
    address: row.address,
    device: row.device,
    startedAt: row.started_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
  }));
}

export async function endSession(tx: Tx, call: Caller & { user: Authenticated }, id: string) {
  const { userId } = call.user;
  if (!(await table.deleteSession(tx, userId, id))) return err('not_found');
  await note(tx, call, { person: userId, kind: 'session_ended' });
  publishSessionEnded(call, call.user.number);
  return ok({});
}

/** Where the account is logged in. */
export const personal: Personal = async function* (tx, { id }) {
  const rows = await table.sessionsOf(tx, id, new Date(0));
  yield { name: 'sessions.json', json: rows.map(({ id: _, ...session }) => session) };
};
