import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { minutes, plus } from '#platform/runtime/clock.ts';
import { type Installation, newSecret, stepOfCode, useCode, useRecovery } from './codes.ts';
import { dropRecovery, type Owner, secretOf } from './sql.ts';

// A person's authenticator app, which they may turn on and off. An operator's is part of their setup: see
// staff/operators/enrolment.ts.
const toProve = minutes(20);

export const person = (id: string): Owner => ({ kind: 'person', id });

/** Since when an authenticator app is required, if it is. */
export const authenticatorSince = async (tx: Tx, id: string): Promise<Date | undefined> =>
  (await tx.selectFrom('person_authenticator').select('on_since').where('person', '=', id).executeTakeFirst())
    ?.on_since ?? undefined;

/** A secret that is not in force yet: its first code turns it on. Only the newest one counts. */
export async function beginAuthenticator(tx: Tx, now: Date, installation: Installation, id: string, label: string) {
  const { sealed, ...shown } = newSecret(installation, id, label);
  const begun = { new_secret: sealed, new_until: plus(now, toProve) };
  await tx
    .insertInto('person_authenticator')
    .values({ person: id, ...begun })
    .onConflict((conflict) => conflict.column('person').doUpdateSet(begun))
    .execute();
  return shown;
}

/** If the code is from the new app, turns the app on and uses up the code. Returns whether it did. */
export async function turnOnAuthenticator(tx: Tx, now: Date, installation: Installation, id: string, code: string) {
  const row = tx.selectFrom('person_authenticator').select('new_secret').where('person', '=', id);
  const begun = (await row.where('new_until', '>', now).forUpdate().executeTakeFirst())?.new_secret;
  if (!begun) return false;
  const step = await stepOfCode(installation, id, begun, code, now);
  if (step === undefined) return false;
  await tx
    .updateTable('person_authenticator')
    .set({ totp_secret: begun, totp_step: step, on_since: now, new_secret: null, new_until: null })
    .where('person', '=', id)
    .execute();
  return true;
}

export async function turnOffAuthenticator(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('person_authenticator').where('person', '=', id).execute();
  await dropRecovery(tx, person(id));
}

/** The result for a code: not required, right (and used up), missing, or wrong. */
export async function checkFactor(
  tx: Tx,
  now: Date,
  installation: Installation,
  id: string,
  code: string | undefined,
): Promise<'none' | 'code' | 'recovery' | 'missing' | 'wrong'> {
  if (!(await secretOf(tx, person(id)))) return 'none';
  if (code === undefined) return 'missing';
  if (code.length > 6) return (await useRecovery(tx, person(id), code)) ? 'recovery' : 'wrong';
  return (await useCode(tx, now, installation, person(id), code)) ? 'code' : 'wrong';
}

/** Deletes secrets of apps that were never confirmed. */
export const dropUnproved = (tx: Tx, now: Date) =>
  sql`delete from person_authenticator where on_since is null and new_until <= ${now}`.execute(tx);
