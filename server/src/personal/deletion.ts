import { isLocale } from '@glasshouse/protocol/locales';
import { type Files, forgetFilesOf, removeBytes } from '../files/files.ts';
import { people, tellEnded } from '../people/people.ts';
import { forgetBrowsers } from '../platform/account-turns.ts';
import type { Bus } from '../platform/bus.ts';
import { type Db, step, type Tx } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { SendMail } from '../platform/mail.ts';
import { say } from '../platform/words.ts';
import * as security from '../security/security.ts';
import { publicSite } from '../site/site.ts';
import * as table from './sql.ts';

/** Money of a person that is neither in a wallet nor spent. */
type Committed = (tx: Tx, owner: bigint) => Promise<readonly unknown[]>;
export type Eraser = {
  db: Db;
  files: Files;
  bus: Pick<Bus, 'publish'>;
  log: Log;
  send: SendMail;
  committed: readonly Committed[];
};

const batch = 50;

/** Deletes the accounts whose time has come, each by itself: one that cannot be deleted keeps nobody else waiting. */
export async function deleteLeaving(eraser: Eraser, now: Date): Promise<void> {
  let after = new Date(0);
  for (;;) {
    const some = await table.leaving(eraser.db, now, batch, after);
    for (const { id } of some) await deletePerson(eraser, now, id);
    if (some.length < batch) return;
    after = some.at(-1)!.leaves_at!;
  }
}

async function deletePerson({ db, files, bus, log, send, committed }: Eraser, now: Date, id: string): Promise<void> {
  const gone = await step(db, async (tx) => {
    // Held, so that whoever logs in or changes anything just now comes before or after.
    const person = await people.holdById(tx, id);
    for (const staked of committed) if ((await staked(tx, person.number)).length > 0) return undefined;
    await security.endSessionsOf(tx, id);
    const names = await forgetFilesOf(tx, id);
    await forgetBrowsers(tx, security.accountOf(person));
    await table.dropJobsAbout(
      tx,
      [id, person.email, person.phone].filter((word) => word !== null),
    );
    return (await table.erasePerson(tx, id, now)) ? { person, names } : undefined;
  });
  if (!gone) return;
  const { person, names } = gone;
  tellEnded({ tell: bus.publish }, person.number);
  await removeBytes(files, names);
  // The address is nowhere any more but here, so this is said once or not at all.
  if (person.email) {
    const locale = isLocale(person.language) ? person.language : 'en-US';
    const { title } = await step(db, publicSite);
    const text = `${say(locale, 'deleted.text', { title })}\n\n${say(locale, 'mail.signature', { title })}\n`;
    await send({ to: person.email, subject: say(locale, 'deleted.subject', { title }), text }).catch(() =>
      log.warn('a goodbye could not be sent'),
    );
  }
}
