import type { Locale } from '@glasshouse/protocol/locales';
import { additions, type Change, type LogInMethod, type Notice } from '@glasshouse/protocol/security/kinds';
import type { Tx } from '#platform/database/db.ts';
import { tokenHash } from '#platform/database/ids.ts';
import { forgetBrowsers, isKnown } from '#platform/http/account-turns.ts';
import type { Authenticated, Caller } from '#platform/http/http.ts';
import { err, ok } from '#platform/http/result.ts';
import { takeTurn } from '#platform/http/throttle.ts';
import { people, publishSessionEnded } from '../people/people.ts';
import { type AlarmRecipient, raiseAlarm } from './alarm.ts';
import { note, type Place } from './events.ts';
import * as table from './sql.ts';
import { takeBack } from './taking-back.ts';

/** The name under which attempts at an account and its known browsers are counted. */
export const accountOf = ({ id }: { id: string }): string => `user:${id}`;

type Acting = Place & Pick<Caller, 'publish'>;
type Owner = AlarmRecipient & { number: bigint };

// Counted separately for each kind of change: adding and removing passkeys all night doesn't hide that the password was
// changed.
const alarmsOfChanges = { burst: 10, everySeconds: 3600 };

const isAddition = (kind: Change) => additions.some((each) => each === kind);

/**
 * Handles a change to the means of logging in: records it, ends every session except `keep`, and tells the owner at the
 * contacts that `person` had before. Withdrawals are locked, unless protection was only added; adding protection never
 * shortens a lock.
 */
export async function securityChanged(
  tx: Tx,
  call: Acting,
  person: Owner,
  kind: Change,
  { keep, detail = null }: { keep: string | undefined; detail?: string | null },
): Promise<void> {
  if (!isAddition(kind)) await table.markChange(tx, person.id, kind, call.now);
  await note(tx, call, { person: person.id, kind, detail });
  await table.endSessionsOf(tx, person.id, keep);
  publishSessionEnded(call, person.number);
  if ((await takeTurn(tx, call.now, `alarm ${kind} ${accountOf(person)}`, alarmsOfChanges)) === 0)
    await raiseAlarm(tx, call, person, kind);
}

/** Tells the owner, by an event and a mail, of a change that neither ends sessions nor locks withdrawals. */
export async function notifyOwner(
  tx: Tx,
  call: Place,
  person: AlarmRecipient,
  kind: Notice,
  phrase?: string,
): Promise<void> {
  await note(tx, call, { person: person.id, kind });
  await raiseAlarm(tx, call, person, kind, phrase);
}

// Anyone with the password can log in from any number of new browsers. This limits the alarm mails to the owner.
const alarmsOfNewDevices = { burst: 5, everySeconds: 3600 };

/** Records a log-in and warns the owner of a new browser. Call it before the browser is remembered. */
export async function loggedIn(
  tx: Tx,
  call: Place & Pick<Caller, 'browser'>,
  person: AlarmRecipient,
  method: LogInMethod,
): Promise<void> {
  const { now } = call;
  await table.markLoggedInAgain(tx, person.id, now);
  const known = await isKnown(tx, accountOf(person), call);
  await note(tx, call, { person: person.id, kind: 'logged_in', detail: method });
  if (known || (await takeTurn(tx, now, `alarm ${accountOf(person)}`, alarmsOfNewDevices)) > 0) return;
  await raiseAlarm(tx, call, person, 'logged_in');
}

/**
 * Locks the account that an alarm's link belongs to: every session ends, and logging in is impossible until its
 * password is set by a code.
 */
export async function lockAccount(tx: Tx, call: Acting, token: string) {
  const link = await table.useUpLockLink(tx, tokenHash(token), call.now);
  if (!link) return err('link_unknown');
  const person = await people.personById(tx, link.person);
  // A second link keeps the time of the first, because that time decides what is revoked.
  await table.setLocked(tx, person.id, person.locked_at ?? call.now);
  await note(tx, call, { person: person.id, kind: 'locked' });
  await table.endSessionsOf(tx, person.id);
  publishSessionEnded(call, person.number);
  return ok({});
}

/**
 * Called when someone has proved to read the account's mail, so is its owner: the caller's language becomes the
 * account's, all known browsers are forgotten, and a locked account is unlocked.
 */
export async function ownerReturned(
  tx: Tx,
  place: Place & { locale: Locale },
  person: { id: string; locked_at: Date | null },
): Promise<void> {
  await table.setLanguage(tx, person.id, place.locale);
  await forgetBrowsers(tx, accountOf(person));
  const { id, locked_at } = person;
  if (!locked_at) return;
  await table.setLocked(tx, person.id, null);
  await note(tx, place, { person: person.id, kind: 'unlocked' });
  await takeBack(tx, place, { id, locked_at });
}

/** Ends every session of the caller's account except the caller's own. */
export async function endOtherSessions(tx: Tx, call: Acting & { user: Authenticated }) {
  const { userId, sessionId, number } = call.user;
  const { numAffectedRows: ended } = await table.endSessionsOf(tx, userId, sessionId);
  if (!ended) return ok({});
  await note(tx, call, { person: userId, kind: 'sessions_ended' });
  publishSessionEnded(call, number);
  return ok({});
}
