import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Locale } from '@glasshouse/protocol/locales';
import { register, sendCode as sendCodeCall } from '@glasshouse/protocol/session/calls';
import { type Db, step, type Tx } from '#platform/database/db.ts';
import { newDigits } from '#platform/database/ids.ts';
import type { Rate } from '#platform/http/buckets.ts';
import type { Caller, Steps } from '#platform/http/http.ts';
import { limitPer } from '#platform/http/limits.ts';
import { err, ok, waitFor } from '#platform/http/result.ts';
import { forgetTurns, giveTurnBack, hasTurns, takeTurn } from '#platform/http/throttle.ts';
import { minutes, plus } from '#platform/runtime/clock.ts';
import { addJob, job } from '#platform/runtime/jobs.ts';
import type { Mail, SendMail } from '#platform/runtime/mail.ts';
import { sendSms } from '#platform/runtime/sms.ts';
import { mailText, say } from '#platform/runtime/words.ts';
import { publicSite } from '#site/site/site.ts';
import { people } from '../people/people.ts';
import * as table from './code-sql.ts';

// Six digits can be guessed, so guesses are limited for each code, and for each address over all its codes (by the
// limit that `register` and `forget` declare). Once that is used up, codes are too long to be guessed: a stranger can
// neither continue nor lock the owner out. Guesses at all accounts together are limited too, against a stranger who
// tries a few at each of a thousand accounts. See docs/adr/0057-limit-guesses-of-verification-codes.md.
const digits = { short: 6, long: 14 };
const tries = 5;
const anywhere: Rate = { burst: 500, everySeconds: 300 };
/** Codes become long before all guesses are used up, so that one on its way still works. */
const kept = 50;
const lifetime = minutes(10);

export type Contact = { email?: string | undefined; phone?: string | undefined };
export const targetOf = (contact: Contact): string => (contact.email ?? contact.phone)!;
/** The mailbox of a contact: `ann+1@` and `ann+2@` are one mailbox, which must not be filled under many names. */
const mailboxOf = (contact: Contact): string =>
  contact.email === undefined ? targetOf(contact) : contact.email.replace(/(?<=.)\+[^@]*@/, '@');

const hashOf = (salt: Buffer, code: string) => createHash('sha256').update(salt).update(code).digest();
/**
 * The name under which guesses are counted: requesting codes for several purposes at one address must not give the
 * attempts of each.
 */
const countedAs = (purpose: table.Purpose) =>
  purpose.replace(/^(.+_(bind|change)|trade_password)$/, 'contact_old').replace(/^.+_new$/, 'contact_new');
const guesses = ({ target, purpose }: Pick<table.CodeTarget, 'target' | 'purpose'>) =>
  `guess ${countedAs(purpose)} ${target}`;
const guessesAnywhere = 'guess anywhere';
/** Whether the code goes to a contact that no account has yet. */
const isForNobodys = (purpose: table.Purpose) => purpose === 'register' || purpose.endsWith('_new');
const guessRate = limitPer(register, 'account');

/** A requested code. Never contains the code itself, because jobs are stored in a table. */
export type CodeRequest = {
  email?: string | undefined;
  phone?: string | undefined;
  purpose: table.Purpose;
  /** The person whose contact it changes. */
  person: string | null;
  locale: Locale;
  askedAt: string;
};
export const codeRequested = job<CodeRequest>('send_code');
const resendAfterSeconds = 60;

/**
 * Requests a code. The answer reveals nothing: the job looks up whether the contact has an account. Where text messages
 * are not delivered, the request is refused so that no user waits for one.
 */
export async function askForCode(
  { step, inTx, now, locale }: Pick<Caller, 'now' | 'locale'> & Steps,
  contact: Contact,
  purpose: table.Purpose,
  person: string | null,
  textMessages: boolean,
) {
  if (contact.phone !== undefined && !textMessages) return err('phone_unavailable');
  const key = `code ${countedAs(purpose)} ${mailboxOf(contact)}`;
  const seconds = await step((tx) => takeTurn(tx, now, key, limitPer(sendCodeCall, 'account')));
  if (seconds > 0) return waitFor(seconds);
  return inTx(async (tx) => {
    const { email, phone } = contact;
    await addJob(tx, codeRequested, { email, phone, purpose, person, locale, askedAt: now.toISOString() });
    return ok({ resendAfterSeconds });
  });
}

/** Sends the requested code. It is made here, so that it exists only in the message and, hashed, in the table. */
export async function sendCode(db: Db, now: Date, send: SendMail, asked: CodeRequest): Promise<void> {
  if (plus(new Date(asked.askedAt), lifetime) <= now) return; // the code would have expired by now
  const mail = await step(db, (tx) => prepare(tx, now, asked));
  if (mail) await send(mail);
}

/**
 * Prepares the message: a mail with a note if the account is registered already, or nothing if there is no such
 * account. A text message is sent with the transaction; a mail is returned to the caller.
 */
async function prepare(tx: Tx, now: Date, asked: CodeRequest): Promise<Mail | undefined> {
  const { locale, purpose, email } = asked;
  const target = targetOf(asked);
  const owner = (await people.personByLogin(tx, target))?.id;
  const { title } = await publicSite(tx);
  const forNobodys = isForNobodys(purpose);
  // A message to a contact without an account shows no phrase.
  const reader = purpose === 'forget' || forNobodys ? owner : asked.person;
  const phrase = reader ? await people.mailPhraseOf(tx, reader) : undefined;
  const letter = (to: string, subject: string, ...texts: string[]) => ({
    ...{ to, subject, text: mailText(locale, { title, phrase }, ...texts) },
  });
  if (forNobodys === (owner !== undefined)) {
    if (!owner || !email) return undefined;
    const text = purpose === 'register' ? 'mail.registered.text' : 'mail.taken.text';
    return letter(email, say(locale, 'mail.registered.subject', { title }), say(locale, text, { title }));
  }
  const person = purpose === 'forget' ? owner! : asked.person;
  // The contact has passed to another user since the request.
  if (owner && owner !== person) return undefined;
  const short =
    (await hasTurns(tx, now, guesses({ target, purpose }), guessRate, tries)) &&
    (await hasTurns(tx, now, guessesAnywhere, anywhere, kept));
  const code = newDigits(short ? digits.short : digits.long);
  const salt = randomBytes(16);
  const code_hash = hashOf(salt, code);
  const until = { long: !short, expires_at: plus(now, lifetime) };
  if (!(await table.putCode(tx, { target, purpose, person, salt, code_hash, ...until }))) return undefined;
  const said = { title, code };
  const [what, never] = [say(locale, `code.${purpose}`, said), say(locale, 'code.never', said)];
  if (email) return letter(email, say(locale, 'mail.code.subject', said), what, never);
  await sendSms(tx, now, target, say(locale, 'sms.code', { title, what, never }));
  return undefined;
}

/**
 * Uses up an attempt. Returns the stored hash, which the final step uses up, only if the code is right. The same work
 * is done if no code was sent, so that neither the answer nor its timing reveals that.
 */
export async function checkCode(tx: Tx, now: Date, meant: table.CodeTarget, code: string) {
  const spent = (await takeTurn(tx, now, guesses(meant), guessRate)) > 0;
  const stored = await table.spendTry(tx, meant, tries, now);
  const { salt, code_hash, long } = stored ?? { salt: randomBytes(16), code_hash: randomBytes(32), long: false };
  const right = timingSafeEqual(hashOf(salt, code), code_hash);
  // Only a guess that could be right counts towards the total of all accounts. Others do the same work without
  // counting.
  const couldBe = stored !== undefined && !long && !spent;
  const over = (await takeTurn(tx, now, couldBe ? guessesAnywhere : 'guess nowhere', anywhere)) > 0;
  if (!right || !(long || (couldBe && !over))) return undefined;
  if (couldBe) await giveTurnBack(tx, guessesAnywhere, anywhere);
  return code_hash;
}

/**
 * Uses up the code and restarts its count of guesses; true for only one caller. A caller that gets false must refuse,
 * which rolls this back. Guesses are locked first, as where an attempt is used up, so the two never deadlock.
 */
export async function useUpCode(tx: Tx, meant: table.CodeTarget, codeHash: Buffer): Promise<boolean> {
  await forgetTurns(tx, guesses(meant));
  return table.consumeCode(tx, meant, codeHash);
}
