import { tradePasswordTries } from '@glasshouse/protocol/security/calls';
import { people } from '../people/people.ts';
import type { Authenticated, Steps } from '../platform/http.ts';
import { passwordMatches } from '../platform/passwords.ts';
import { err, ok, waitFor } from '../platform/result.ts';
import { forgetTurns, hasTurns, takeTurn } from '../platform/throttle.ts';
import { note, noteWrong, type Place } from './events.ts';

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
  const seconds = await step((tx) => takeTurn(tx, now, key, tradePasswordTries));
  if (seconds > 0) return waitFor(seconds);
  const { trade_password_hash: stored } = await step((tx) => people.personById(tx, user.userId));
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
