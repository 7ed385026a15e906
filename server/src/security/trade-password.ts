import type { Input } from '@glasshouse/protocol/endpoint';
import { type setTradePassword as setTradePasswordCall, tradePasswordTries } from '@glasshouse/protocol/security/calls';
import type { Installation } from '../factors/factors.ts';
import { people } from '../people/people.ts';
import { minutes, plus } from '../platform/clock.ts';
import type { Tx } from '../platform/db.ts';
import type { Authenticated, Caller, Steps } from '../platform/http.ts';
import { hashPassword, passwordMatches } from '../platform/passwords.ts';
import { err, ok, waitFor } from '../platform/result.ts';
import { forgetTurns, hasTurns, takeTurn } from '../platform/throttle.ts';
import { securityChanged } from './changes.ts';
import { note, noteWrong, type Place } from './events.ts';
import { asOwner, proveFactor } from './owner.ts';
import * as table from './sql.ts';

/**
 * Whether this is the caller's trade password. Six digits can be guessed by whoever has a session, so tries are counted by account, over
 * all that ask for it: five, and then one every quarter of an hour.
 */
export async function checkTradePassword(
  call: Place & Pick<Steps, 'step'> & { user: Authenticated },
  tradePassword: string,
) {
  const { step, now, user } = call;
  const key = `trade password ${user.userId}`;
  const { trade_password_hash: stored } = await step((tx) => people.personById(tx, user.userId));
  if (stored === '') return err('trade_password_missing');
  const seconds = await step((tx) => takeTurn(tx, now, key, tradePasswordTries));
  if (seconds > 0) return waitFor(seconds);
  if (await passwordMatches(stored, tradePassword)) {
    await step((tx) => forgetTurns(tx, key));
    return ok({});
  }
  await step(async (tx) => {
    await noteWrong(tx, call, { person: user.userId, kind: 'wrong_trade_password' });
    if (!(await hasTurns(tx, now, key, tradePasswordTries, 1)))
      await note(tx, call, { person: user.userId, kind: 'trade_password_locked' });
  });
  return err('wrong_trade_password');
}

/** Whether the caller has the trade password, and the second factor where one is on: for changes that decide where money may go. */
export async function proveByTradePassword(
  call: Caller & Steps & { user: Authenticated },
  installation: Installation,
  { tradePassword, code }: { tradePassword: string; code?: string | undefined },
) {
  const trusted = await checkTradePassword(call, tradePassword);
  if (!trusted.ok) return trusted;
  const person = await call.step((tx) => people.personById(tx, call.user.userId));
  return proveFactor(call, installation, person, code);
}

/**
 * Sets the trade password of an account that has none. Whoever found a session cannot: it takes the login password, and a code where an app
 * is on. Who has those too is told of to the owner, and can withdraw nothing and send nothing for an hour.
 */
export async function setTradePassword(
  call: Caller<typeof setTradePasswordCall> & Steps,
  { tradePassword, ...proof }: Input<typeof setTradePasswordCall>,
  installation: Installation,
) {
  const hash = await hashPassword(tradePassword);
  return asOwner(call, installation, proof, async (tx, person) => {
    if (!(await people.setFirstTradePassword(tx, person.id, hash))) return err('trade_password_is_set');
    await securityChanged(tx, call, person, 'trade_password_set', { keep: call.user.sessionId });
    // The password was given a moment ago, as at a log-in: the hour begins now.
    await table.markLoggedInAgain(tx, person.id, call.now);
    return ok({});
  });
}

const isNewFor = minutes(60);
/** Until when a trade password was set so lately that knowing it says little about who knows it, whatever else was changed since. */
export async function tradePasswordNewUntil(tx: Tx, now: Date, person: string): Promise<Date | undefined> {
  const setAt = await table.lastHappened(tx, person, 'trade_password_set', plus(now, -isNewFor));
  const until = setAt && plus(setAt, isNewFor);
  return until && until > now ? until : undefined;
}
