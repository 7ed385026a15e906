import type { Endpoint, Input } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/session';
import type { Selectable } from 'kysely';
import { grantWelcome } from '../assets/assets.ts';
import { minutes, plus, seconds } from '../platform/clock.ts';
import { type Tx, violates } from '../platform/db.ts';
import type { Authenticated, Caller, Steps } from '../platform/http.ts';
import { newId, newInvitationCode, newToken } from '../platform/ids.ts';
import { hashPassword, passwordMatches } from '../platform/passwords.ts';
import { err, ok } from '../platform/result.ts';
import type { Person } from '../platform/schema.ts';
import { forgetTurns, type Rate, takeTurn } from '../platform/throttle.ts';
import { publicSite } from '../site/site.ts';
import { lifetime, tokenHash } from './authenticate.ts';
import { type Contact, checkCode, sendCodeTo, targetOf } from './codes.ts';
import * as table from './sql.ts';

export { createAuthenticate } from './authenticate.ts';
export * as people from './people.ts';
export { freezeOf, setFrozen } from './people.ts';

const rates = {
  loginByAccount: { burst: 10, everyMs: minutes(1) },
  loginByAddress: { burst: 60, everyMs: seconds(5) },
  codeByTarget: { burst: 3, everyMs: minutes(5) },
  codeByAddress: { burst: 20, everyMs: minutes(1) },
  registerByAddress: { burst: 30, everyMs: minutes(1) },
} satisfies Record<string, Rate>;
const resendAfterSeconds = 60;

type Hidden = 'password_hash' | 'trade_password_hash' | 'security_changed_at' | 'invited_by';
/** The user as the user may see it. */
export const infoOf = (person: Omit<Selectable<Person>, Hidden>): protocol.UserInfo => ({
  id: person.id,
  number: String(person.number),
  username: person.username,
  email: person.email,
  phone: person.phone,
  country: person.country,
  invitationCode: person.invitation_code,
  creditScore: person.credit_score,
  vipLevel: person.vip_level,
  identity: person.identity as protocol.UserInfo['identity'],
  status: person.status as protocol.UserInfo['status'],
  registeredAt: person.registered_at.toISOString(),
});

/** Logs a person in: the session this browser had ends, a new token begins. */
async function openSession(
  tx: Tx,
  { now, address, device, cookie }: Caller,
  person: { id: string; password_hash: string },
) {
  if (cookie.token) await table.deleteSessionByToken(tx, tokenHash(cookie.token));
  const token = newToken();
  const until = plus(now, lifetime);
  const session = { token_hash: tokenHash(token), id: newId(), person: person.id, address, device, now, until };
  if (!(await table.insertSession(tx, session, person.password_hash))) return false;
  cookie.put(token, until);
  return true;
}

type Call<E extends Endpoint> = Caller<E> & Steps;

export async function requestCode(
  { step, inTx, now, locale, address }: Call<typeof protocol.sendCode>,
  input: Input<typeof protocol.sendCode>,
) {
  const { purpose } = input;
  const allowed = await step(
    async (tx) =>
      (await takeTurn(tx, now, `code:address:${network(address)}`, rates.codeByAddress)) &&
      (await takeTurn(tx, now, `code:${purpose}:${targetOf(input)}`, rates.codeByTarget)),
  );
  if (!allowed) return err('too_many_requests');
  return inTx(async (tx) => {
    await sendCodeTo(tx, now, locale, input, purpose);
    return ok({ resendAfterSeconds });
  });
}

export async function registerPerson(call: Call<typeof protocol.register>, input: Input<typeof protocol.register>) {
  const { step, inTx, now } = call;
  const target = targetOf(input);
  const turn = await step((tx) => takeTurn(tx, now, `register:${network(call.address)}`, rates.registerByAddress));
  if (!turn) return err('too_many_requests');
  const code = await step((tx) => checkCode(tx, now, target, 'register', input.code));
  if (!code) return err('wrong_code');
  const [password_hash, trade_password_hash] = await Promise.all([
    hashPassword(input.password),
    hashPassword(input.tradePassword),
  ]);

  try {
    return await inTx(async (tx) => {
      const inviter = await inviterOf(tx, input.invitationCode);
      if (!inviter.ok) return inviter;
      if (!(await table.consumeCode(tx, target, 'register', code))) return err('wrong_code');
      const person = await table.insertPerson(tx, {
        id: newId(),
        username: input.username ?? null,
        email: input.email ?? null,
        phone: input.phone ?? null,
        country: input.country,
        password_hash,
        trade_password_hash,
        invitation_code: newInvitationCode(),
        invited_by: inviter.value,
        registered_at: now,
      });
      await grantWelcome(tx, now, person);
      await openSession(tx, call, person);
      return ok(infoOf(person));
    });
  } catch (error) {
    if (violates(error, 'person_username')) return err('username_taken');
    // Registered in another tab since the code was sent; saying so would tell strangers who has an account.
    if (violates(error, 'person_email') || violates(error, 'person_phone')) return err('wrong_code');
    throw error;
  }
}

async function inviterOf(tx: Tx, code: string | undefined) {
  if (code === undefined) return (await publicSite(tx)).invitationRequired ? err('invitation_required') : ok(null);
  const inviter = await table.personByInvitation(tx, code);
  return inviter ? ok(inviter.id) : err('invitation_unknown');
}

export async function logIn(call: Call<typeof protocol.login>, { account, password }: Input<typeof protocol.login>) {
  const { step, inTx, now } = call;
  const accountKey = `login:account:${account.toLowerCase()}`;
  const allowed = await step(
    async (tx) =>
      (await takeTurn(tx, now, `login:address:${network(call.address)}`, rates.loginByAddress)) &&
      (await takeTurn(tx, now, accountKey, rates.loginByAccount)),
  );
  if (!allowed) return err('too_many_requests');
  const person = await step((tx) => table.personByLogin(tx, account));
  const matches = await passwordMatches(person?.password_hash, password);
  if (!person || !matches) return err('wrong_account_or_password');
  return inTx(async (tx) => {
    if (!(await openSession(tx, call, person))) return err('wrong_account_or_password');
    await forgetTurns(tx, accountKey);
    return ok(infoOf(person));
  });
}

export async function logOut(tx: Tx, { cookie }: Caller) {
  if (cookie.token) await table.deleteSessionByToken(tx, tokenHash(cookie.token));
  cookie.drop();
  return ok({});
}

export async function resetPassword(
  { step, inTx, now }: Call<typeof protocol.forget>,
  input: Input<typeof protocol.forget>,
) {
  const target = targetOf(input as Contact);
  const code = await step((tx) => checkCode(tx, now, target, 'forget', input.code));
  if (!code) return err('wrong_code');
  const hash = await hashPassword(input.password);
  return inTx(async (tx) => {
    if (!(await table.consumeCode(tx, target, 'forget', code))) return err('wrong_code');
    const person = await table.personByLogin(tx, target);
    if (!person) return err('wrong_code');
    await changePassword(tx, person.id, hash, now);
    return ok({});
  });
}

export async function editPassword(
  call: Call<typeof protocol.editPassword>,
  input: Input<typeof protocol.editPassword>,
) {
  const { step, inTx, now, user, cookie } = call;
  const turn = await step((tx) => takeTurn(tx, now, `password:${user.userId}`, rates.loginByAccount));
  if (!turn) return err('too_many_requests');
  const person = await step((tx) => table.personById(tx, user.userId));
  if (!(await passwordMatches(person.password_hash, input.oldPassword))) return err('wrong_old_password');
  const hash = await hashPassword(input.password);
  return inTx(async (tx) => {
    await changePassword(tx, person.id, hash, now);
    cookie.drop();
    return ok({});
  });
}

/** A changed password ends every session; whoever held one must know the new password. */
async function changePassword(tx: Tx, person: string, hash: string, at: Date) {
  await table.setPassword(tx, person, hash, at);
  await table.deleteSessionsOf(tx, person);
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

export const endSession = async (tx: Tx, user: Authenticated, id: string) =>
  (await table.deleteSession(tx, user.userId, id)) ? ok({}) : err('not_found');

/** The part of an address that one household or office shares: all of IPv4, the first half of IPv6. */
const network = (address: string) => (address.includes(':') ? address.split(':').slice(0, 4).join(':') : address);
