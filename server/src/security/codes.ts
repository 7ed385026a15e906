import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Locale } from '@glasshouse/protocol/locales';
import { register, sendCode as sendCodeCall } from '@glasshouse/protocol/session/calls';
import { people } from '../people/people.ts';
import { minutes, plus } from '../platform/clock.ts';
import { type Db, step, type Tx } from '../platform/db.ts';
import type { Caller, Steps } from '../platform/http.ts';
import { newDigits } from '../platform/ids.ts';
import { addJob, job } from '../platform/jobs.ts';
import { limitPer } from '../platform/limits.ts';
import type { Mail, SendMail } from '../platform/mail.ts';
import { ok, waitFor } from '../platform/result.ts';
import { sendSms } from '../platform/sms.ts';
import { forgetTurns, hasTurns, takeTurn } from '../platform/throttle.ts';
import { say, type WordKey } from '../platform/words.ts';
import { publicSite } from '../site/site.ts';
import * as table from './code-sql.ts';

// Six digits can be guessed: at most so often for one code, and at most so often for one address over all its codes (the limit that
// `register` and `forget` declare). Once that is used up, codes are too long to be guessed, however often: a stranger can neither go
// on nor keep the owner out. See docs/adr/0057-codes.md.
const digits = { short: 6, long: 14 };
const tries = 5;
const lifetime = minutes(10);

export type Contact = { email?: string | undefined; phone?: string | undefined };
export const targetOf = (contact: Contact): string => (contact.email ?? contact.phone)!;
/** Where a code arrives: `ann+1@` and `ann+2@` are one mailbox, which must not be filled under many names. */
const mailboxOf = (contact: Contact): string =>
  contact.email === undefined ? targetOf(contact) : contact.email.replace(/(?<=.)\+[^@]*@/, '@');

const hashOf = (salt: Buffer, code: string) => createHash('sha256').update(salt).update(code).digest();
const guesses = (target: string, purpose: table.Purpose) => `guess ${purpose} ${target}`;
const guessRate = limitPer(register, 'account');

/** A code that somebody asked to be sent. Never the code itself: jobs lie in a table. */
export type CodeRequest = {
  email?: string | undefined;
  phone?: string | undefined;
  purpose: table.Purpose;
  locale: Locale;
  askedAt: string;
};
export const codeRequested = job<CodeRequest>('send_code');
const resendAfterSeconds = 60;

/** Has a code sent. Whoever asks learns nothing: which contacts have accounts is looked up when the job runs. */
export async function askForCode(
  { step, inTx, now, locale }: Pick<Caller, 'now' | 'locale'> & Steps,
  contact: Contact,
  purpose: table.Purpose,
) {
  const key = `code ${purpose} ${mailboxOf(contact)}`;
  const seconds = await step((tx) => takeTurn(tx, now, key, limitPer(sendCodeCall, 'account')));
  if (seconds > 0) return waitFor(seconds);
  return inTx(async (tx) => {
    const { email, phone } = contact;
    await addJob(tx, codeRequested, { email, phone, purpose, locale, askedAt: now.toISOString() });
    return ok({ resendAfterSeconds });
  });
}

/** Sends the code that was asked for. It is made here, so that it stands nowhere but in the message and, hashed, in the table. */
export async function sendCode(db: Db, now: Date, send: SendMail, asked: CodeRequest): Promise<void> {
  if (plus(new Date(asked.askedAt), lifetime) <= now) return; // nobody is waiting for it any more
  const mail = await step(db, (tx) => prepare(tx, now, asked));
  if (mail) await send(mail);
}

/**
 * The message that fits: a mail that says so if the account is registered already, nothing if there is no such account. A text message is
 * sent with the transaction; a mail is returned to the caller.
 */
async function prepare(tx: Tx, now: Date, asked: CodeRequest): Promise<Mail | undefined> {
  const { locale, purpose, email } = asked;
  const target = targetOf(asked);
  const known = (await people.personByLogin(tx, target)) !== undefined;
  const { title } = await publicSite(tx);
  const letter = (to: string, subject: WordKey, text: WordKey, code = '') => ({
    to,
    subject: say(locale, subject, { title, code }),
    text: `${say(locale, text, { title, code })}\n\n${say(locale, 'mail.signature', { title })}\n`,
  });
  const owned = purpose === 'forget' || purpose === 'contact_old';
  if (known !== owned) {
    if (!known || !email) return undefined;
    const text = purpose === 'contact_new' ? 'mail.taken.text' : 'mail.registered.text';
    return letter(email, 'mail.registered.subject', text);
  }
  const long = !(await hasTurns(tx, now, guesses(target, purpose), guessRate, tries));
  const code = newDigits(long ? digits.long : digits.short);
  const salt = randomBytes(16);
  const code_hash = hashOf(salt, code);
  await table.putCode(tx, { target, purpose, salt, code_hash, long, expires_at: plus(now, lifetime) });
  if (email) return letter(email, 'mail.code.subject', 'mail.code.text', code);
  await sendSms(tx, now, target, say(locale, 'sms.code', { title, code }));
  return undefined;
}

/**
 * Spends a try. Returns the stored hash, which the final step uses up, only if the code is right. The same is done where no code was sent,
 * so that neither the answer nor the time gives anything away.
 */
export async function checkCode(tx: Tx, now: Date, target: string, purpose: table.Purpose, code: string) {
  const spent = (await takeTurn(tx, now, guesses(target, purpose), guessRate)) > 0;
  const stored = await table.spendTry(tx, target, purpose, tries, now);
  const { salt, code_hash, long } = stored ?? { salt: randomBytes(16), code_hash: randomBytes(32), long: false };
  const right = timingSafeEqual(hashOf(salt, code), code_hash);
  return right && (long || !spent) ? code_hash : undefined;
}

/** True for the one caller that uses the code up; then guesses are counted anew. */
export async function useUpCode(tx: Tx, target: string, purpose: table.Purpose, codeHash: Buffer): Promise<boolean> {
  if (!(await table.consumeCode(tx, target, purpose, codeHash))) return false;
  await forgetTurns(tx, guesses(target, purpose));
  return true;
}
