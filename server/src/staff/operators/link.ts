import type { Locale } from '@glasshouse/protocol/locales';
import type { Tx } from '#platform/database/db.ts';
import { newToken, tokenHash } from '#platform/database/ids.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { mailText, say } from '#platform/runtime/words.ts';
import * as table from './sql.ts';

const lasts = days(1);

/** Creates a one-time link. The token is in the fragment, so that no server or proxy logs it. */
export async function newLink(tx: Tx, now: Date, origin: string, operator: string): Promise<string> {
  const token = newToken();
  await table.putSetup(tx, operator, tokenHash(token), plus(now, lasts));
  return `${origin}/setup#${token}`;
}

/** The name of the site. */
export type SiteTitle = (tx: Tx) => Promise<string>;
/** The origin of the links, and the name of the site in the mail. */
export type Sender = { origin: string; title: SiteTitle };

/** Mails a new link to the operator's own address. */
export async function sendLink(
  tx: Tx,
  now: Date,
  { origin, title: titleOf }: Sender,
  { id, language, kind }: { id: string; language: Locale; kind: 'invited' | 'reset' },
): Promise<void> {
  const title = await titleOf(tx);
  const link = await newLink(tx, now, origin, id);
  const text = say(language, `mail.${kind}.text`, { title, link });
  const subject = say(language, `mail.${kind}.subject`, { title });
  await table.mailOperator(tx, id, subject, mailText(language, { title }, text));
}
