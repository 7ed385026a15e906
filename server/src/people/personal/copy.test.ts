import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { showFile } from '@glasshouse/protocol/files/calls';
import { viewFile } from '@glasshouse/protocol/files/office';
import { locales } from '@glasshouse/protocol/locales';
import { setFavourite } from '@glasshouse/protocol/market/calls';
import * as protocol from '@glasshouse/protocol/personal/calls';
import { listEvents, setMailPhrase } from '@glasshouse/protocol/security/calls';
import { switchSavedOnly } from '@glasshouse/protocol/withdrawals/calls';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { PersonalFile } from '#platform/http/personal.ts';
import { minutes } from '#platform/runtime/clock.ts';
import type { Mail } from '#platform/runtime/mail.ts';
import { personalParts } from '#roles/domain-registry.ts';
import { openOffice } from '../../../test/office.ts';
import { specimenOf, upload } from '../../../test/specimens.ts';
import { newWorld, password, type World } from '../../../test/world.ts';
import { eraseFiles } from '../files/jobs.ts';
import { makeCopy } from './copy.ts';

const email = 'zoe@example.com';
const proof = { password };

async function open() {
  const world = await newWorld();
  const mails: Mail[] = [];
  const send = async (mail: Mail) => void mails.push(mail);
  const parts = personalParts(world.files);
  /** Makes pending copies, as the worker does. */
  const make = async (change: Partial<Parameters<typeof makeCopy>[0]> = {}) => {
    const { rows } = await sql<{ id: string }>`
      select payload ->> 'id' as id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'make_copy' order by j.id desc limit 1`.execute(world.owner);
    const { db, files } = world;
    const maker = { db, files, parts, send, origin: 'https://glasshouse.example', textMessages: true, ...change };
    await makeCopy(maker, world.clock(), rows[0]!.id);
  };
  const zoe = await world.person({ username: 'zoe' });
  await world.owner.updateTable('person').set({ email }).where('id', '=', zoe.info.id).execute();
  const tokenIn = (text = '') => /\/user\/security\/copy#([\w-]{43})/.exec(text)![1]!;
  return { world, zoe, mails, make, token: () => tokenIn(mails.at(-1)?.text), tokenIn };
}
const stored = (world: World) => readdir(join(world.config.FILES_DIRECTORY, 'pictures'));

test('a data copy holds the data of every domain at one moment, and its link works for a day', async () => {
  const { world, zoe, mails, make, token } = await open();
  await zoe.call(setFavourite, { symbol: 'BTC', favourite: true });
  await zoe.call(setMailPhrase, { phrase: 'blue heron', tradePassword: '246810' });
  await zoe.call(switchSavedOnly, { on: true, tradePassword: '246810' });
  await world.give(zoe, 'fund', 'USDT', 123_000_000n);
  await upload(zoe, await specimenOf(zoe));
  expect((await zoe.call(protocol.askCopy, { password: 'not this one' })).data.reason).toBe('wrong_password');
  expect((await zoe.call(protocol.showCopy, {})).data.copy).toBeNull();
  expect((await zoe.call(protocol.askCopy, proof)).code).toBe(200);
  expect((await zoe.call(protocol.showCopy, {})).data.copy).toMatchObject({ state: 'making', until: null });
  expect((await zoe.call(protocol.askCopy, proof)).data.reason).toBe('copy_under_way');
  await make();
  expect(mails.map(({ to }) => to)).toEqual([email]);
  expect((await zoe.call(protocol.showCopy, {})).data.copy).toMatchObject({ state: 'ready' });

  const { name, bytes, base64 } = (await zoe.call(protocol.takeCopy, { token: token() })).data;
  expect(name).toBe('glasshouse-simulated-2026-11-15.zip');
  const zip = Buffer.from(base64, 'base64');
  expect(zip).toHaveLength(bytes);
  const files = unzipSync(zip);
  const text = (file: string) => strFromU8(files[file]!);
  const [picture] = Object.keys(files).filter((file) => file.startsWith('pictures/'));
  expect(picture).toMatch(/^pictures\/id-front-[\w-]+\.webp$/);
  expect(strFromU8(files[picture!]!.subarray(8, 12))).toBe('WEBP');
  expect(Object.keys(files).filter((file) => file !== picture)).toEqual([
    ...[
      'README.txt',
      'profile.json',
      'freezes.json',
      'notes.csv',
      'ways-in.json',
      'security-events.csv',
      'sessions.json',
    ],
    ...[
      'identity.json',
      'appeals.json',
      'credit.csv',
      'invitations.csv',
      'favourites.json',
      'balances.json',
      'statement.csv',
      'movements.csv',
      'top-ups.json',
      'vip.json',
      'transfers.json',
      'contracts.csv',
      'options.csv',
      'spot.csv',
      'shares.json',
      'products.csv',
      'payees.json',
      'withdrawals.csv',
    ],
  ]);
  expect(JSON.parse(text('profile.json'))).toMatchObject({
    ...{ number: zoe.info.number, username: 'zoe', email },
    mailPhrase: 'blue heron',
  });
  expect(JSON.parse(text('payees.json'))).toMatchObject({ savedOnly: { endsAt: null }, payees: [] });
  expect(JSON.parse(text('favourites.json'))).toEqual(['BTC']);
  expect(JSON.parse(text('balances.json'))).toContainEqual({ wallet: 'fund', currency: 'USDT', amount: '10123.00' });
  expect(text('statement.csv').split('\r\n')[1]).toContain('top_up,fund,USDT,123.00,external');
  expect(text('security-events.csv')).toContain('registered');
  // Nothing in it grants access.
  const { password_hash, trade_password_hash } = await world.owner
    .selectFrom('person')
    .selectAll()
    .where('id', '=', zoe.info.id)
    .executeTakeFirstOrThrow();
  for (const file of Object.values(files))
    for (const secret of [password_hash, trade_password_hash]) expect(strFromU8(file)).not.toContain(secret);
  const kinds = (await zoe.call(listEvents, {})).data.list.map(({ kind }) => kind);
  expect(kinds).toContain('copy_asked');

  // A day later the link has expired, and so has the file.
  world.pass(minutes(24 * 60));
  expect((await zoe.call(protocol.takeCopy, { token: token() })).data.reason).toBe('copy_gone');
  expect((await zoe.call(protocol.showCopy, {})).data.copy).toBeNull();
  await eraseFiles(world.db, world.files, world.clock());
  expect(await stored(world)).toEqual([]);
  expect((await zoe.call(protocol.askCopy, proof)).code).toBe(200);
});

test('a copy opens only for its person with the link', async () => {
  const { world, zoe, make, token } = await open();
  const bob = await world.person();
  const { support, reviewer } = await (await openOffice(world)).staff();
  await zoe.call(protocol.askCopy, proof);
  await make();
  expect((await bob.call(protocol.takeCopy, { token: token() })).data.reason).toBe('copy_gone');
  expect((await world.visitor().call(protocol.takeCopy, { token: token() })).code).toBe(401);
  expect((await zoe.call(protocol.takeCopy, { token: 'x'.repeat(43) })).data.reason).toBe('copy_gone');
  const { file } = await world.owner.selectFrom('copy_part').selectAll().executeTakeFirstOrThrow();
  expect((await zoe.call(showFile, { id: file })).data.reason).toBe('not_found');
  expect((await support.call(viewFile, { id: file })).data.reason).toBe('not_permitted');
  expect((await reviewer.call(viewFile, { id: file })).data.reason).toBe('not_found');
  // The table holds only the hash of the link, and the bytes are sealed.
  const { rows } = await sql<{ row: string }>`select personal_copy::text as row from personal_copy`.execute(
    world.owner,
  );
  expect(JSON.stringify(rows)).not.toContain(token());
  expect((await zoe.call(protocol.takeCopy, { token: token() })).code).toBe(200);
});

test('a large copy is downloaded in parts that fit together', async () => {
  const { world, zoe, make, token } = await open();
  const noise = Buffer.from(Array.from({ length: 2_500_000 }, (_, i) => (i * 7919 * (i >> 3)) & 255));
  async function* large(): AsyncGenerator<PersonalFile> {
    yield { name: 'noise.webp', bytes: noise };
  }
  await zoe.call(protocol.askCopy, proof);
  await make({ parts: [large] });
  const parts: Buffer[] = [];
  for (let offset = 0, whole = 1; offset < whole; ) {
    const { base64, bytes } = (await zoe.call(protocol.takeCopy, { token: token(), offset })).data;
    const part = Buffer.from(base64, 'base64');
    expect(part.length).toBeLessThanOrEqual(protocol.copyPart);
    parts.push(part);
    offset += part.length;
    whole = bytes;
  }
  expect(Buffer.from(unzipSync(Buffer.concat(parts))['noise.webp']!).equals(noise)).toBe(true);
  expect((await zoe.call(protocol.takeCopy, { token: token(), offset: 100_000_000 })).data.base64).toBe('');
  // Any offset works, and only the part that contains it is opened.
  const from = async (offset: number) => (await zoe.call(protocol.takeCopy, { token: token(), offset })).data.base64;
  const whole = Buffer.concat(parts);
  expect(await from(1_999_999)).toBe(whole.subarray(1_999_999, 2_000_000).toString('base64'));
  expect(await from(Number.MAX_SAFE_INTEGER)).toBe('');
  expect(await stored(world)).toHaveLength(3);
});

test('despite failures one copy is made and one link works; frequent requests must wait', async () => {
  const { world, zoe, mails, make, token } = await open();
  await zoe.call(protocol.askCopy, proof);
  const lost = async () => {
    throw new Error('no mail today');
  };
  await expect(make({ send: lost })).rejects.toThrow('no mail today');
  // It is made, but useless until the link is sent.
  expect((await zoe.call(protocol.showCopy, {})).data.copy).toMatchObject({ state: 'making' });
  await make();
  await make();
  expect(mails).toHaveLength(1);
  expect(await stored(world)).toHaveLength(1);
  expect((await zoe.call(protocol.takeCopy, { token: token() })).code).toBe(200);
  expect(await zoe.call(protocol.askCopy, proof)).toMatchObject({ code: 429, data: { seconds: 3600 } });
  world.pass(minutes(61));
  const before = token();
  expect((await zoe.call(protocol.askCopy, proof)).code).toBe(200);
  // A new copy replaces the previous one at once.
  expect((await zoe.call(protocol.takeCopy, { token: before })).data.reason).toBe('copy_gone');
  // A copy that is never made can be requested again.
  world.pass(minutes(61));
  expect((await zoe.call(protocol.showCopy, {})).data.copy).toMatchObject({ state: 'failed' });
  expect((await zoe.call(protocol.askCopy, proof)).code).toBe(200);
});

test('of two workers on the same copy one stores it, and the newest link opens it', async () => {
  const { world, zoe, mails, make, tokenIn } = await open();
  await zoe.call(protocol.askCopy, proof);
  await Promise.all([make(), make()]);
  const answers = await Promise.all(
    mails.map(async ({ text }) => (await zoe.call(protocol.takeCopy, { token: tokenIn(text) })).code),
  );
  expect(answers.filter((code) => code === 200)).toHaveLength(1);
  await eraseFiles(world.db, world.files, world.clock());
  expect(await stored(world)).toHaveLength(1);
});

test('two simultaneous requests make one copy', async () => {
  const { world, zoe } = await open();
  const answers = await Promise.all([1, 2, 3, 4].map(() => zoe.call(protocol.askCopy, proof)));
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409]);
  expect(await world.owner.selectFrom('personal_copy').selectAll().execute()).toHaveLength(1);
});

test('the link is sent in each language, by text message if there is no email', async () => {
  const { world, zoe, mails, make, tokenIn } = await open();
  const browsers = locales.map((locale) => {
    const browser = world.visitor(locale);
    for (const [name, value] of zoe.jar) browser.jar.set(name, value);
    return browser;
  });
  for (const browser of browsers) {
    expect((await browser.call(protocol.askCopy, proof)).code).toBe(200);
    await make();
    world.pass(minutes(61));
  }
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(locales.length);
  for (const { subject, text } of mails) {
    expect(subject + text).not.toMatch(/[{}]/);
    expect(tokenIn(text)).toHaveLength(43);
  }
  await world.owner.updateTable('person').set({ email: null }).where('id', '=', zoe.info.id).execute();
  await zoe.call(protocol.askCopy, proof);
  await make();
  expect(mails).toHaveLength(locales.length);
  const { text } = await world.owner
    .selectFrom('sms_outbox')
    .selectAll()
    .where('phone', '=', zoe.phone)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect((await zoe.call(protocol.takeCopy, { token: tokenIn(text) })).code).toBe(200);
});
