import type { Input } from '@glasshouse/protocol/endpoint';
import * as protocol from '@glasshouse/protocol/security/calls';
import { tradeWeaknessOf } from '@glasshouse/protocol/session/weak-passwords';
import type { Authenticated, Caller, Steps } from '#platform/http/http.ts';
import { err, ok, waitFor } from '#platform/http/result.ts';
import { forgetTurns, takeTurn, turnsLeft } from '#platform/http/throttle.ts';
import { hashPassword, passwordMatches } from '#platform/security/passwords.ts';
import type { Installation } from '../factors/factors.ts';
import { hasTradePassword, people } from '../people/people.ts';
import { securityChanged } from './changes.ts';
import { askForCode, type Contact, checkCode, targetOf, useUpCode } from './codes.ts';
import { note, noteWrong, type Place } from './events.ts';
import { decideFor, prove } from './owner.ts';
import { withdrawalLock } from './withdrawal-protection.ts';

/**
 * Whether this is the caller's trade password. Six digits can be guessed by someone with a session, so attempts are
 * counted by account over all calls: five, and then one every quarter of an hour.
 */
export async function checkTradePassword(
  call: Place & Pick<Steps, 'step'> & { user: Authenticated },
  tradePassword: string,
) {
  const { step, now, user } = call;
  const key = `trade password ${user.userId}`;
  const { trade_password_hash: stored } = await step((tx) => people.personById(tx, user.userId));
  if (stored === '') return err('trade_password_missing');
  const seconds = await step((tx) => takeTurn(tx, now, key, protocol.tradePasswordTries));
  if (seconds > 0) return waitFor(seconds);
  if (await passwordMatches(stored, tradePassword)) {
    await step((tx) => forgetTurns(tx, key));
    return ok({});
  }
  const { left, wait } = await step(async (tx) => {
    await noteWrong(tx, call, { person: user.userId, kind: 'wrong_trade_password' });
    const turns = await turnsLeft(tx, now, key, protocol.tradePasswordTries);
    if (turns.left === 0) await note(tx, call, { person: user.userId, kind: 'trade_password_locked' });
    return turns;
  });
  const { everySeconds } = protocol.tradePasswordTries;
  return err('wrong_trade_password', { triesLeft: left, nextTryAfter: left > 0 ? everySeconds : wait });
}

/** The contact that receives the code for setting the trade password. */
const contactOf = ({ email, phone }: { email: string | null; phone: string | null }): Contact =>
  email === null ? { phone: phone! } : { email };

/** Sends a code to the owner of an account that has no trade password yet. */
export async function sendTradePasswordCode(
  call: Caller<typeof protocol.sendTradePasswordCode> & Steps,
  textMessages: boolean,
) {
  const person = await call.step((tx) => people.personById(tx, call.user.userId));
  if (hasTradePassword(person)) return err('trade_password_is_set');
  return askForCode(call, contactOf(person), 'trade_password', person.id, textMessages);
}

/**
 * Sets the trade password of an account that has none. Neither a session nor the login password is enough: it takes the
 * password, a code that was sent to the owner, and a code of the authenticator app if one is on. So it doesn't lock
 * withdrawals. It can't be set while they are locked, or someone who reads the account's mails could reset its password
 * and confirm a transfer at once.
 */
export async function setTradePassword(
  call: Caller<typeof protocol.setTradePassword> & Steps,
  { tradePassword, sentCode, ...proof }: Input<typeof protocol.setTradePassword>,
  installation: Installation,
) {
  const { step, now, user } = call;
  const weakness = tradeWeaknessOf(tradePassword);
  if (weakness) return err(weakness);
  const proven = await prove(call, installation, proof);
  if (!proven.ok) return proven;
  const before = await step((tx) => people.personById(tx, user.userId));
  if (hasTradePassword(before)) return err('trade_password_is_set');
  if (withdrawalLock(now, before)) return err('withdrawals_locked');
  const meant = { target: targetOf(contactOf(before)), purpose: 'trade_password', person: before.id } as const;
  const code = await step((tx) => checkCode(tx, now, meant, sentCode));
  if (!code) return err('wrong_code');
  const hash = await hashPassword(tradePassword);
  return decideFor(call, proven.value, async (tx, person) => {
    // The contact was changed in the meantime: the code went to the earlier one.
    if (targetOf(contactOf(person)) !== meant.target || !(await useUpCode(tx, meant, code))) return err('wrong_code');
    if (withdrawalLock(now, person)) return err('withdrawals_locked');
    if (!(await people.setFirstTradePassword(tx, person.id, hash))) return err('trade_password_is_set');
    await securityChanged(tx, call, person, 'trade_password_set', { keep: user.sessionId });
    return ok({});
  });
}
