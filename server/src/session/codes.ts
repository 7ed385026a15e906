import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Locale } from '@glasshouse/protocol/locales';
import { minutes, plus } from '../platform/clock.ts';
import type { Tx } from '../platform/db.ts';
import { newSixDigits } from '../platform/ids.ts';
import { addJob } from '../platform/jobs.ts';
import { sendSms } from '../platform/sms.ts';
import { say, type WordKey } from '../platform/words.ts';
import { publicSite } from '../site/site.ts';
import { type Purpose, personByLogin, putCode, spendTry } from './sql.ts';

const tries = 5;
const lifetime = minutes(10);

export type Contact = { email?: string | undefined; phone?: string | undefined };
export const targetOf = (contact: Contact): string => (contact.email ?? contact.phone)!;

const hashOf = (salt: Buffer, code: string) => createHash('sha256').update(salt).update(code).digest();

/**
 * Sends a code, or, so that nobody can ask which addresses have accounts, the message that fits: to an account that is
 * registered already a mail that says so, to one that does not exist nothing. The caller is answered the same each time.
 */
export async function sendCodeTo(tx: Tx, now: Date, locale: Locale, contact: Contact, purpose: Purpose): Promise<void> {
  const target = targetOf(contact);
  const known = (await personByLogin(tx, target)) !== undefined;
  const code = newSixDigits();
  const { title } = await publicSite(tx);
  if (known === (purpose === 'forget')) {
    const salt = randomBytes(16);
    await putCode(tx, { target, purpose, salt, code_hash: hashOf(salt, code), expires_at: plus(now, lifetime) });
    if (contact.email) await mail(tx, locale, contact.email, title, 'mail.code.subject', 'mail.code.text', code);
    else await sendSms(tx, now, target, say(locale, 'sms.code', { title, code }));
  } else if (known && contact.email) {
    await mail(tx, locale, contact.email, title, 'mail.registered.subject', 'mail.registered.text', code);
  }
}

const mail = (tx: Tx, locale: Locale, to: string, title: string, subject: WordKey, text: WordKey, code: string) =>
  addJob(tx, 'send_mail', {
    to,
    subject: say(locale, subject, { title, code }),
    text: `${say(locale, text, { title, code })}\n\n${say(locale, 'mail.signature', { title })}\n`,
  });

/** Spends a try; gives the stored hash, which the final step uses up, exactly if the code is right. */
export async function checkCode(tx: Tx, now: Date, target: string, purpose: Purpose, code: string) {
  const stored = await spendTry(tx, target, purpose, tries, now);
  if (!stored) return undefined;
  return timingSafeEqual(hashOf(stored.salt, code), stored.code_hash) ? stored.code_hash : undefined;
}
