import type { Locale } from '@glasshouse/protocol/locales';
import { copyHours, copyPart } from '@glasshouse/protocol/personal/calls';
import { type Db, step, type Tx } from '#platform/database/db.ts';
import { newToken, tokenHash } from '#platform/database/ids.ts';
import { csvLines, csvMark } from '#platform/http/csv.ts';
import type { Owner, Personal, PersonalFile } from '#platform/http/personal.ts';
import { newZip } from '#platform/http/zip.ts';
import { minutes, plus } from '#platform/runtime/clock.ts';
import type { JobContext } from '#platform/runtime/jobs.ts';
import type { Mail } from '#platform/runtime/mail.ts';
import { sendSms } from '#platform/runtime/sms.ts';
import { localeOf, mailText, say, type WordKey } from '#platform/runtime/words.ts';
import { publicSite } from '#site/site/site.ts';
import { eraseFilesAt, type Files, keepCopy } from '../files/files.ts';
import { people } from '../people/people.ts';
import * as table from './sql.ts';

export type Maker = Pick<JobContext, 'db' | 'send' | 'origin' | 'textMessages'> & {
  files: Files;
  parts: readonly Personal[];
};

/** Makes a requested copy and sends its link. Repeated after a failure, it continues where it stopped. */
export async function makeCopy(maker: Maker, now: Date, id: string): Promise<void> {
  const { db, files } = maker;
  const asked = await step(db, (tx) => table.lockCopy(tx, id));
  if (!asked || asked.sent_at) return;
  if (!asked.made_at) {
    const until = plus(now, minutes(copyHours * 60));
    const { person } = asked;
    const parts: string[] = [];
    let bytes = 0;
    for (const zip of await zipOf(db, maker.parts, asked)) {
      parts.push(await keepCopy(files, (work) => step(db, work), zip, { person, now, until }));
      bytes += zip.length;
    }
    await step(db, async (tx) => {
      // Another worker has made it, another one was requested, or the person is deleted.
      if (!(await table.setMade(tx, id, { bytes: BigInt(bytes), made_at: now, until }, parts)))
        await eraseFilesAt(tx, person, parts, now);
    });
  }
  // The link is made when it is sent, because jobs are stored in a table.
  const mail = await step(db, (tx) => prepare(tx, now, maker, id));
  if (mail) await maker.send(mail);
  await step(db, (tx) => table.changeCopy(tx, id, { sent_at: now }));
}

/** All data as of one moment. */
const zipOf = (db: Db, parts: readonly Personal[], { person, locale }: table.CopyRow): Promise<Buffer[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const owner: Owner = { id: person, number: (await people.personById(tx, person)).number };
      const zip = newZip(copyPart);
      await zip.add('README.txt', [Buffer.from(await aboutIn(tx, localeOf(locale)))]);
      for (const part of parts) for await (const file of part(tx, owner)) await zip.add(file.name, chunksOf(file));
      return zip.end();
    });

const listed = [
  'profile',
  'freezes',
  'ways-in',
  'security-events',
  'sessions',
  'identity',
  'pictures',
  'appeals',
  'credit',
  'favourites',
  'balances',
  'statement',
  'contracts',
] as const;
async function aboutIn(tx: Tx, locale: Locale): Promise<string> {
  const { title } = await publicSite(tx);
  const lines = listed.map((name) => `${name}: ${say(locale, `copy.files.${name}` satisfies WordKey)}`);
  return `${say(locale, 'copy.about', { title })}\n\n${lines.join('\n')}\n`;
}

async function* chunksOf(file: PersonalFile): AsyncGenerator<Uint8Array> {
  if ('bytes' in file) yield file.bytes;
  else if ('json' in file) yield Buffer.from(`${JSON.stringify(file.json, null, 2)}\n`);
  else {
    yield Buffer.from(csvMark);
    for await (const rows of file.rows) yield Buffer.from(csvLines(rows));
  }
}

async function prepare(tx: Tx, now: Date, { origin, textMessages }: Maker, id: string): Promise<Mail | undefined> {
  const asked = await table.lockCopy(tx, id);
  if (!asked || asked.sent_at) return undefined;
  const { email, phone } = await people.personById(tx, asked.person);
  const locale = localeOf(asked.locale);
  const token = newToken();
  await table.changeCopy(tx, id, { token_hash: tokenHash(token) });
  const { title } = await publicSite(tx);
  // After the #, so that no server logs it.
  const values = { title, hours: copyHours, link: `${origin}/user/security/copy#${token}` };
  if (email) {
    const phrase = await people.mailPhraseOf(tx, asked.person);
    const text = mailText(locale, { title, phrase }, say(locale, 'copy.text', values));
    return { to: email, subject: say(locale, 'copy.subject', values), text };
  }
  if (phone && textMessages) await sendSms(tx, now, phone, say(locale, 'copy.sms', values));
  return undefined;
}
