import * as factors from '@glasshouse/protocol/factors/calls';
import { locales } from '@glasshouse/protocol/locales';
import * as protocol from '@glasshouse/protocol/security/calls';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { days, seconds } from '#platform/runtime/clock.ts';
import { openMail } from '#platform/runtime/mail.ts';
import { openMailbox, textOf } from '../../../test/mailbox.ts';
import { codeAt } from '../../../test/operators.ts';
import { newWorld, password, type World } from '../../../test/world.ts';
import { deleteLeaving } from '../personal/deletion.ts';
import { type Alarm, sendAlarm } from './alarm.ts';
import { sendCode as sendCodeMail } from './codes.ts';

const tradePassword = '246810';
type Person = Awaited<ReturnType<World['person']>>;
const set = (person: Person, phrase: string | null, more: object = {}) =>
  person.call(protocol.setMailPhrase, { phrase, tradePassword, ...more });
const line = (phrase: string) => `Your mail phrase: ${phrase}`;

async function open() {
  const mailbox = await openMailbox();
  const mail = openMail(mailbox.url, 'Glasshouse <no-reply@glasshouse.example>');
  onTestFinished(async () => {
    mail.close();
    await mailbox.close();
  });
  const sender = { send: mail.send, origin: 'https://glasshouse.example', textMessages: true };
  const world = await newWorld();
  const ann = await world.person();
  const email = `ann${ann.number}@mail.example`;
  await sql`update person set email = ${email} where number = ${ann.number}`.execute(world.owner);
  const alarm = async (locale = 'en-US' as (typeof locales)[number]) => {
    const happened = {
      kind: 'logged_in',
      at: world.clock().toISOString(),
      address: '203.0.113.24',
      device: '',
    } as const;
    const who = { person: ann.info.id, email, phone: null, locale };
    await sendAlarm({ ...world, ...sender }, world.clock(), { ...happened, ...who });
    return mailbox.next(email);
  };
  const code = async (asked: object, to: string) => {
    const request = { person: null, locale: 'en-US', askedAt: world.clock().toISOString(), ...asked };
    await sendCodeMail(world.db, world.clock(), mail.send, { ...request, email: to } as never);
    return textOf(await mailbox.next(to));
  };
  return { world, ann, email, mail, mailbox, sender, alarm, code };
}

test('every mail to a user begins with their phrase, in every language; without one nothing is added', async () => {
  const { ann, alarm, code, email } = await open();
  expect(textOf(await alarm())).not.toContain('phrase');
  expect((await set(ann, '  blue heron ')).data).toEqual({});
  expect((await set(ann, 'blue heron')).data).toMatchObject({ reason: 'no_change' });
  for (const locale of locales) {
    const [first] = textOf(await alarm(locale)).split(/\r?\n/);
    expect(first).toMatch(/[:：] ?blue heron$/);
  }
  const person = ann.info.id;
  const toOwner = [
    { purpose: 'forget' },
    { purpose: 'email_change', person },
    { purpose: 'register' },
    { purpose: 'email_new' },
  ];
  for (const asked of toOwner)
    expect(await code(asked, email), asked.purpose).toMatch(/^Your mail phrase: blue heron\r?\n/);
});

test('a code for an address without an account shows no phrase, whoever requested it', async () => {
  const { ann, code } = await open();
  await set(ann, 'blue heron');
  expect(await code({ purpose: 'register' }, 'nobody@mail.example')).not.toContain('heron');
  expect(await code({ purpose: 'email_new', person: ann.info.id }, 'new@mail.example')).not.toContain('heron');
});

test('a hostile phrase is refused or shown as plain text, and adds no header, line or recipient', async () => {
  const { world, ann, email, alarm } = await open();
  const refused = [
    'abc',
    'x'.repeat(33),
    'one\r\nBcc: thief@mail.example',
    'one\ntwo',
    'blue\u202enoreh',
    'a\u0000bcd',
    'ab\u2028cd',
    '\u3164\u3164\u3164\u3164',
    'https://evil.example/a',
    'evil.example',
  ];
  for (const phrase of refused)
    expect((await set(ann, phrase)).data, JSON.stringify(phrase)).toMatchObject({ reason: 'bad_input' });
  // The table refuses line breaks too, from any role.
  const written = (phrase: string) =>
    sql`insert into mail_phrase (person, phrase) values (${ann.info.id}, ${phrase})`.execute(world.db);
  await expect(written('one\r\nBcc: x')).rejects.toThrow('mail_phrase_phrase_check');
  await expect(written('abc')).rejects.toThrow('mail_phrase_phrase_check');
  const shown = [
    '<img src=x onerror=go()>',
    'Subject: {link} {code}',
    '=?utf-8?q?hello?=',
    '"; drop table person',
    'שלום עולם',
    '.\\r\\n.',
  ];
  for (const phrase of shown) {
    expect((await set(ann, phrase)).code, phrase).toBe(200);
    const raw = await alarm();
    const [head = ''] = raw.split(/\r?\n\r?\n/);
    expect(textOf(raw).split(/\r?\n/)[0]).toBe(line(phrase));
    expect(head).toMatch(/^Content-Type: text\/plain/im);
    expect(
      head
        .match(/^(Subject|To|Bcc|Cc):/gim)
        ?.map((name) => name.toLowerCase())
        .toSorted(),
    ).toEqual(['subject:', 'to:']);
    expect(head).toMatch(new RegExp(`^To: ${email}$`, 'im'));
    world.pass(3_600_000);
  }
});

test('setting and removing the phrase takes the trade password and a code, is reported by mail, and is limited', async () => {
  const { world, ann } = await open();
  expect((await set(ann, 'blue heron', { tradePassword: '000000' })).data).toMatchObject({
    reason: 'wrong_trade_password',
  });
  const { secret } = (await ann.call(factors.beginAuthenticator, {})).data;
  await ann.call(factors.confirmAuthenticator, { password, code: codeAt(secret, world.clock()) });
  const next = () => {
    world.pass(seconds(30));
    return codeAt(secret, world.clock());
  };
  expect((await set(ann, 'blue heron')).data).toMatchObject({ reason: 'factor_needed' });
  expect((await set(ann, 'blue heron', { code: next() })).code).toBe(200);
  expect((await ann.call(protocol.showSecurity, {})).data.mailPhrase).toBe(true);
  expect((await set(ann, null)).data).toMatchObject({ reason: 'factor_needed' });
  expect((await set(ann, null, { code: next() })).code).toBe(200);
  expect((await set(ann, null, { code: next() })).data).toMatchObject({ reason: 'no_change' });
  const kinds = (await ann.call(protocol.listEvents, { limit: 5 })).data.list.map(({ kind }) => kind);
  expect(kinds.slice(0, 2)).toEqual(['phrase_removed', 'phrase_set']);
  for (let n = 0; n < 7; n++) await set(ann, `phrase ${n}`, { code: next() });
  expect((await set(ann, 'once more', { code: next() })).data).toMatchObject({ reason: 'too_many_requests' });
});

test('the mail about a changed phrase shows the phrase that the owner knows', async () => {
  const { world, ann, email, sender, mailbox } = await open();
  const told = async () => {
    const { rows } = await sql<{ payload: Alarm }>`
      select payload from graphile_worker._private_jobs where payload->>'email' = ${email} order by id`.execute(
      world.owner,
    );
    await sql`delete from graphile_worker._private_jobs`.execute(world.owner);
    await sendAlarm({ ...world, ...sender }, world.clock(), rows.at(-1)!.payload);
    const [first, , what] = textOf(await mailbox.next(email)).split(/\r?\n/);
    return [first, what];
  };
  await set(ann, 'blue heron');
  expect(await told()).toEqual([line('blue heron'), 'Your mail phrase was set']);
  await set(ann, 'red heron');
  const changed = 'Your mail phrase was changed. Future emails will show the new one';
  expect(await told()).toEqual([line('blue heron'), changed]);
  await set(ann, null);
  expect(await told()).toEqual([line('red heron'), 'Your mail phrase was removed']);
  const events = (await ann.call(protocol.listEvents, { limit: 3 })).data.list;
  expect(events.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['phrase_removed', null],
    ['phrase_set', 'changed'],
    ['phrase_set', null],
  ]);
});

test('no call shows the phrase, no operator can read it, and a deleted account has none', async () => {
  const { world, ann, email, sender, mailbox } = await open();
  await set(ann, 'blue heron');
  const shown = await Promise.all([ann.call(protocol.showSecurity, {}), ann.call(protocol.listEvents, {})]);
  expect(JSON.stringify(shown)).not.toContain('heron');
  const { rows } = await sql<{ role: string }>`
    select rolname as role from pg_roles where rolname like 'glasshouse\\_%' and rolname <> 'glasshouse_owner'
      and has_table_privilege(oid, 'mail_phrase', 'select')`.execute(world.owner);
  expect(rows).toEqual([{ role: 'glasshouse_app' }]);
  await sql`update person set leaves_at = ${world.clock()} where number = ${ann.number}`.execute(world.owner);
  world.pass(days(1));
  await deleteLeaving({ ...world, send: sender.send, unfinished: [] }, world.clock());
  // The goodbye is the last mail that shows it.
  expect(textOf(await mailbox.next(email))).toMatch(/^Your mail phrase: blue heron\r?\n/);
  expect((await sql`select from mail_phrase`.execute(world.owner)).rows).toEqual([]);
});
