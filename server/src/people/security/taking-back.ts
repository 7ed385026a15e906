import type { Tx } from '#platform/database/db.ts';
import { plus } from '#platform/runtime/clock.ts';
import * as factors from '../factors/factors.ts';
import { linkLasts } from './alarm.ts';
import { note, type Place } from './events.ts';
import * as table from './sql.ts';

/**
 * Called when the owner unlocks an account that was locked because of a stranger. Removes every way in that the
 * stranger may have left. All passkeys are removed, because each one is enough to log in. An authenticator app,
 * recovery codes, the trade password, shared receipts, saved payees and the phrase in mails are removed only if they
 * are newer than what a lock link can report. Older ones are the owner's, and stay.
 */
export async function takeBack(tx: Tx, place: Place, person: { id: string; locked_at: Date }): Promise<void> {
  const owner = factors.person(person.id);
  for (const { id, name } of await factors.listPasskeys(tx, owner)) {
    await factors.deletePasskey(tx, owner, id);
    await note(tx, place, { person: person.id, kind: 'passkey_removed', detail: name });
  }
  await factors.dropChallengesOf(tx, person.id);
  const since = plus(person.locked_at, -linkLasts);
  const on = await factors.authenticatorSince(tx, person.id);
  if (on && on >= since) {
    await factors.turnOffAuthenticator(tx, person.id);
    await note(tx, place, { person: person.id, kind: 'authenticator_off' });
  } else if (await table.happenedSince(tx, person.id, 'recovery_renewed', since)) {
    await factors.dropRecovery(tx, owner);
  }
  if (await table.takeBackTradePassword(tx, person.id, since))
    await note(tx, place, { person: person.id, kind: 'trade_password_removed' });
  if (await table.takeBackShares(tx, person.id, since))
    await note(tx, place, { person: person.id, kind: 'shares_removed' });
  if ((await table.happenedSince(tx, person.id, 'phrase_set', since)) && (await table.deletePhrase(tx, person.id)))
    await note(tx, place, { person: person.id, kind: 'phrase_removed' });
  if (await table.takeBackPayees(tx, person.id, since))
    await note(tx, place, { person: person.id, kind: 'payee_removed' });
  if (await table.keepSavedOnly(tx, person.id, since, place.now))
    await note(tx, place, { person: person.id, kind: 'payees_only_kept' });
}
