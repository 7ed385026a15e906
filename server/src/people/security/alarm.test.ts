import { locales } from '@glasshouse/protocol/locales';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Mail } from '#platform/runtime/mail.ts';
import { newWorld } from '../../../test/world.ts';
import { sendAlarm } from './alarm.ts';

const origin = 'https://glasshouse.example';

test('an alarm gives event, time, place and device in each language, and each has its own link', async () => {
  const world = await newWorld();
  const { info } = await world.person();
  const mails: Mail[] = [];
  const send = async (mail: Mail) => void mails.push(mail);
  const device = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0';
  const at = '2026-11-15T12:34:56.000Z';
  const happened = {
    person: info.id,
    kind: 'email_changed',
    at,
    address: '203.0.113.24',
    device,
    phone: null,
  } as const;
  for (const locale of locales) {
    const alarm = { ...happened, locale, email: 'ann@example.com' };
    await sendAlarm({ db: world.db, send, origin, textMessages: true }, world.clock(), alarm);
  }
  for (const { to, subject, text } of mails) {
    expect(to).toBe('ann@example.com');
    expect(subject).toContain('Glasshouse');
    for (const part of ['2026-11-15 12:34:56 UTC', '203.0.113.24', 'Firefox', 'Windows']) expect(text).toContain(part);
    expect(text).toMatch(/^https:\/\/glasshouse\.example\/lock#[\w-]{43}$/m);
    expect(subject + text).not.toMatch(/[{}]/);
  }
  const links = mails.map(({ text }) => /#([\w-]{43})/.exec(text)![1]);
  expect(new Set(links).size).toBe(locales.length);
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(locales.length);
  // The table holds only hashes of links.
  const { rows } = await world.pool.query('select token_hash::text from lock_link');
  expect(rows).toHaveLength(locales.length);
  for (const link of links) expect(JSON.stringify(rows)).not.toContain(link);
});

test('without text message delivery no alarm is sent to a phone and no link is made for it', async () => {
  const world = await newWorld();
  const { info, phone } = await world.person();
  await world.owner.deleteFrom('sms_outbox').execute();
  const alarm = {
    ...({ person: info.id, kind: 'email_changed', at: '2026-11-15T12:34:56.000Z', locale: 'en-US' } as const),
    ...{ address: '203.0.113.24', device: '', email: null, phone },
  };
  const written = async (textMessages: boolean) => {
    await sendAlarm({ db: world.db, send: async () => {}, origin, textMessages }, world.clock(), alarm);
    const { rows } = await sql<{ texts: string[]; links: number }>`
      select array(select phone from sms_outbox) as texts, (select count(*)::integer from lock_link) as links`.execute(
      world.owner,
    );
    return rows[0];
  };
  expect(await written(false)).toEqual({ texts: [], links: 0 });
  expect(await written(true)).toEqual({ texts: [phone], links: 1 });
});
