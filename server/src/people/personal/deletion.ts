import { type Db, step, type Tx } from '#platform/database/db.ts';
import { forgetBrowsers } from '#platform/http/account-turns.ts';
import type { Log } from '#platform/observability/log.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import type { SendMail } from '#platform/runtime/mail.ts';
import { mailText, say } from '#platform/runtime/words.ts';
import { languageFor, publicSite } from '#site/site/site.ts';
import { type Files, forgetFilesOf, removeBytes } from '../files/files.ts';
import { people, publishSessionEnded } from '../people/people.ts';
import * as security from '../security/security.ts';
import * as table from './sql.ts';

/** A person's unfinished business. */
type Unfinished = (tx: Tx, owner: bigint) => Promise<readonly unknown[]>;
export type Eraser = {
  db: Db;
  files: Files;
  bus: Pick<BusOf<'worker'>, 'publish'>;
  log: Log;
  send: SendMail;
  unfinished: readonly Unfinished[];
};

const batch = 50;

/** Deletes the accounts that are due, each on its own, so that a failure doesn't delay the others. */
export async function deleteLeaving(eraser: Eraser, now: Date): Promise<void> {
  const failed: unknown[] = [];
  for (let after = new Date(0); ; ) {
    const some = await table.leaving(eraser.db, now, batch, after);
    for (const { id } of some) await deletePerson(eraser, now, id).catch((error) => failed.push(error));
    if (some.length < batch) break;
    after = some.at(-1)!.leaves_at!;
  }
  if (failed.length > 0) throw new Error(`${failed.length} accounts could not be deleted`, { cause: failed[0] });
}

async function deletePerson({ db, files, bus, log, send, unfinished }: Eraser, now: Date, id: string): Promise<void> {
  const gone = await step(db, async (tx) => {
    const person = await table.lockLeaving(tx, id, now);
    if (!person) return undefined;
    for (const running of unfinished) if ((await running(tx, person.number)).length > 0) return undefined;
    await security.endSessionsOf(tx, id);
    const phrase = await people.mailPhraseOf(tx, id);
    if (!(await table.erasePerson(tx, id, now))) throw new Error('a locked person could not be erased');
    // After the cases and copies that use the files, in the same order as where those are made, so the two never
    // deadlock.
    const names = await forgetFilesOf(tx, id);
    await forgetBrowsers(tx, security.accountOf(person));
    await table.dropJobsAbout(
      tx,
      [id, person.email, person.phone].filter((word) => word !== null),
    );
    return { person, names, phrase };
  });
  if (!gone) return;
  const { person, names, phrase } = gone;
  publishSessionEnded({ publish: bus.publish }, person.number);
  await removeBytes(files, names).catch(() =>
    log.warn('failed to delete the files of a deleted user: their keys are gone, the bytes will be deleted later'),
  );
  // The address now exists only here, so this mail is sent once or not at all.
  if (person.email) {
    const { locale, title } = await step(db, async (tx) => ({
      locale: await languageFor(tx, person),
      title: (await publicSite(tx)).title,
    }));
    const text = mailText(locale, { title, phrase }, say(locale, 'deleted.text', { title }));
    await send({ to: person.email, subject: say(locale, 'deleted.subject', { title }), text }).catch(() =>
      log.warn('failed to send the mail about a deleted account'),
    );
  }
}
