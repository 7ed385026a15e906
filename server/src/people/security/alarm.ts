import type { Locale } from '@glasshouse/protocol/locales';
import { deviceOf } from '@glasshouse/protocol/security/device';
import type { Change, Notice } from '@glasshouse/protocol/security/kinds';
import { step, type Tx } from '#platform/database/db.ts';
import { newToken, tokenHash } from '#platform/database/ids.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { addJob, type JobContext, job } from '#platform/runtime/jobs.ts';
import type { Mail } from '#platform/runtime/mail.ts';
import { sendSms } from '#platform/runtime/sms.ts';
import { mailText, say } from '#platform/runtime/words.ts';
import { languageFor, publicSite } from '#site/site/site.ts';
import { people } from '../people/people.ts';
import type { Place } from './events.ts';
import * as table from './sql.ts';

/** How long the link of an alarm can lock the account. */
export const linkLasts = days(7);

/** The contacts that receive an alarm: those from before the change that it reports. */
export type AlarmRecipient = { id: string; email: string | null; phone: string | null; language: string | null };
type AlarmKind = Change | Notice | 'logged_in' | 'phrase_changed';
/** An alarm to be sent. Its link is made when it is sent, because jobs are stored in a table. */
export type Alarm = {
  person: string;
  email: string | null;
  phone: string | null;
  locale: Locale;
  kind: AlarmKind;
  at: string;
  address: string;
  device: string;
  /** The phrase to show in the mail, if not the present one. */
  phrase?: string;
};
export const alarmRaised = job<Alarm>('send_alarm');

/**
 * Tells the owner what happened, by mail and by text message, because a stranger may read one of them. It is in the
 * owner's language if known, and never in that of the caller, who may be a stranger. Each is a job of its own, so that
 * a retried mail sends no second text message.
 */
export async function raiseAlarm(
  tx: Tx,
  call: Place,
  person: AlarmRecipient,
  kind: AlarmKind,
  phrase?: string,
): Promise<void> {
  const { email, phone } = person;
  const alarm = {
    person: person.id,
    locale: await languageFor(tx, person),
    kind,
    at: call.now.toISOString(),
    address: call.address,
    device: call.device,
    ...(phrase !== undefined && { phrase }),
  };
  if (email) await addJob(tx, alarmRaised, { ...alarm, email, phone: null });
  if (phone) await addJob(tx, alarmRaised, { ...alarm, email: null, phone });
}

type Sender = Pick<JobContext, 'db' | 'send' | 'origin' | 'textMessages'>;
/**
 * Sends an alarm with its own link for locking the account. A phone gets none where text messages are not delivered.
 */
export async function sendAlarm({ db, send, origin, textMessages }: Sender, now: Date, alarm: Alarm): Promise<void> {
  if (!alarm.email && !textMessages) return;
  const mail = await step(db, (tx) => prepare(tx, now, origin, alarm));
  if (mail) await send(mail);
}

async function prepare(tx: Tx, now: Date, origin: string, alarm: Alarm): Promise<Mail | undefined> {
  const { locale, kind, email, phone, person, address } = alarm;
  const { title } = await publicSite(tx);
  const token = newToken();
  // The account was deleted in the meantime.
  if (!(await table.putLockLink(tx, { token_hash: tokenHash(token), person, expires_at: plus(now, linkLasts) })))
    return undefined;
  const values = {
    title,
    what: say(locale, `alarm.${kind}`),
    when: `${alarm.at.slice(0, 19).replace('T', ' ')} UTC`,
    device: deviceIn(locale, alarm.device),
    address,
    // After the #, so that no server logs it. Opening the link does nothing yet, because mail scanners open every link.
    link: `${origin}/lock#${token}`,
  };
  if (email) {
    const phrase = alarm.phrase ?? (await people.mailPhraseOf(tx, person));
    const text = mailText(locale, { title, phrase }, say(locale, 'alarm.text', values));
    return { to: email, subject: say(locale, 'alarm.subject', values), text };
  }
  await sendSms(tx, now, phone!, say(locale, 'alarm.sms', values));
  return undefined;
}

function deviceIn(locale: Locale, userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return say(locale, 'alarm.device', { browser, system });
  return browser ?? system ?? say(locale, 'alarm.unknownDevice');
}
