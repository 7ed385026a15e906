import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { showFile, uploadFile } from '@glasshouse/protocol/files/calls';
import { viewFile } from '@glasshouse/protocol/files/office';
import { makeSpecimenCode } from '@glasshouse/protocol/specimens/calls';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { newId, newToken } from '#platform/database/ids.ts';
import { createLog } from '#platform/observability/log.ts';
import { days, minutes, seconds } from '#platform/runtime/clock.ts';
import { openOffice } from '../../../test/office.ts';
import { drawSpecimen, formOf, formType, sendForm, specimenOf, upload } from '../../../test/specimens.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { createCleaner } from './cleaning.ts';
import { codesIn, eraseFilesAt, keepFiles, openFiles } from './files.ts';
import { eraseFiles, rewrapFiles } from './jobs.ts';
import { openKeys, sealFile } from './sealing.ts';

// Each picture needs a process of its own.

const placeOf = (world: World) => join(world.config.FILES_DIRECTORY, 'pictures');
const lying = (world: World) => readdir(placeOf(world));
const rows = (world: World) => world.owner.selectFrom('file').selectAll().execute();
const pictureIn = ({ base64 }: { base64: string }) => sharp(Buffer.from(base64, 'base64')).metadata();

test('a specimen with its code is re-encoded, sealed and stored, and shown only to its owner', async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await world.person()];
  const sent = await upload(ann, await specimenOf(ann, { document: 'licence', side: 'back' }));
  expect(sent).toMatchObject({ code: 200, data: { width: 1200, height: 756 } });
  const { id } = sent.data;

  const response = await ann.raw(showFile, { id });
  expect(response.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'attachment',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  const { data } = response.json();
  expect(data).toMatchObject({ mime: 'image/webp', width: 1200, height: 756 });
  expect(await pictureIn(data)).toMatchObject({ format: 'webp', width: 1200, height: 756 });
  expect((await bob.call(showFile, { id })).data.reason).toBe('not_found');
  expect((await world.visitor().call(showFile, { id })).data.reason).toBe('not_logged_in');

  // The stored bytes have another name and are not a picture.
  const [row] = await rows(world);
  expect(row).toMatchObject({ id, person: ann.info.id, purpose: 'specimen', part: 'licence-back' });
  expect(await lying(world)).toEqual([row!.name]);
  const bytes = await readFile(join(placeOf(world), row!.name));
  expect(bytes.length).toBe(row!.bytes + 28);
  expect(bytes.includes('WEBP')).toBe(false);
  expect(row!.name).not.toContain(id);
  // Under another id the same bytes can't be decrypted.
  const other = newId();
  await world.owner.updateTable('file').set({ id: other }).where('id', '=', id).execute();
  expect((await ann.call(showFile, { id: other })).code).toBe(500);
});

test('a form with anything but one file of limited size in its field is refused', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const picture = await specimenOf(ann);
  const second = `------a-browser\r\nContent-Disposition: form-data; name="more"\r\n\r\nx\r\n`;
  const whole = formOf(picture);
  const reasons: Record<string, unknown> = {};
  const send = async (name: string, form: Buffer) => {
    reasons[name] = (await sendForm(ann, form)).data.reason;
  };
  await send('a second field', formOf(picture, 'file', 'x.png', second));
  await send('another field', formOf(picture, 'image'));
  await send('no end', whole.subarray(0, -10));
  await send('nothing', Buffer.alloc(0));
  await send('no form', picture);
  await send('too long', formOf(Buffer.concat([picture, Buffer.alloc(8 * 1024 * 1024)])));
  await send('a little too long', formOf(Buffer.alloc(8 * 1024 * 1024 + 1)));
  reasons.JSON = (await ann.call(uploadFile, {})).data.reason;
  const type = 'multipart/form-data; boundary=a;boundary=b';
  reasons['two boundaries'] = (await ann.raw(uploadFile, whole, { 'content-type': type })).json().data.reason;
  expect(reasons).toEqual({
    'a second field': 'bad_input',
    'another field': 'bad_input',
    'no end': 'bad_input',
    nothing: 'bad_input',
    'no form': 'bad_input',
    'too long': 'file_too_large',
    'a little too long': 'file_too_large',
    JSON: 'bad_input',
    'two boundaries': 'bad_input',
  });
  // Only this call accepts a form: other calls don't read it as an empty body.
  const elsewhere = await ann.raw(makeSpecimenCode, whole, { 'content-type': formType });
  expect(elsewhere.json().data.reason).toBe('bad_input');
  expect(await lying(world)).toEqual([]);
  expect((await sendForm(ann, whole)).code).toBe(200);
});

test('uploads that are not permitted are refused without reading the file, over a real connection too', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const url = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const send = async (cookie: string, body: ReadableStream | Buffer, signal = AbortSignal.timeout(10_000)) => {
    const response = await fetch(url + uploadFile.path, {
      ...{ method: 'POST', body: body as never, duplex: 'half' as never, signal },
      headers: { cookie, origin: 'http://127.0.0.1:4100', 'x-xsrf-token': 'x', 'content-type': formType },
    });
    return ((await response.json()) as { data: { reason: string } }).data;
  };
  // The body never ends, and only its beginning is read.
  let taken = 0;
  const endless = () =>
    new ReadableStream({
      pull: (controller) => {
        taken++;
        controller.enqueue(Buffer.alloc(64 * 1024));
      },
    });
  expect(await send('XSRF-TOKEN=x', endless())).toMatchObject({ reason: 'not_logged_in' });
  const own = `XSRF-TOKEN=x; glasshouse_session=${ann.jar.get('glasshouse_session')}`;
  expect(await send(own, endless())).toMatchObject({ reason: 'file_too_large' });
  expect(taken).toBeGreaterThan(100);
  // A client that disconnects in the middle frees its turn for the next one.
  const gone = new AbortController();
  const slow = new ReadableStream({
    start: (controller) => controller.enqueue(formOf(Buffer.alloc(1000)).subarray(0, 500)),
  });
  const left = send(own, slow, gone.signal).catch(() => 'gone');
  await wait(300);
  gone.abort();
  expect(await left).toBe('gone');
  await wait(100);
  expect(await send(own, formOf(await specimenOf(ann)))).toMatchObject({ width: 1200 });
});

test('without namespaces for cleaning pictures, uploads are refused unread', async () => {
  let wasRead = 0;
  const world = await newWorld({
    files: (usual) => {
      const refusing = createCleaner(createLog('silent'), { apart: ['false'] });
      const clean = Object.assign(async (...sent: Parameters<typeof refusing>) => {
        wasRead++;
        return refusing(...sent);
      }, refusing);
      return { ...usual, clean };
    },
  });
  const ann = await world.person();
  const answer = await upload(ann, await specimenOf(ann, { document: 'licence', side: 'back' }));
  expect(answer).toMatchObject({ code: 503, data: { reason: 'uploads_off' } });
  expect(wasRead).toBe(0);
  expect(await rows(world)).toEqual([]);
});

test('a second simultaneous upload of a user is refused, and the declared limits are enforced', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const picture = await specimenOf(ann);
  const answers = await Promise.all([upload(ann, picture), upload(ann, picture)]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 429]);
  expect(answers.find(({ code }) => code === 429)!.data.reason).toBe('file_busy');
  const more = [];
  for (let i = 0; i < 19; i++) more.push((await upload(ann, Buffer.from('no picture'))).data.reason);
  expect(more).toEqual([...Array(18).fill('file_type'), 'too_many_requests']);
});

test('a user has at most fifty unused files, and is told when there will be room again', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const { id } = (await upload(ann, await specimenOf(ann))).data;
  const [{ id: _, name, ...row }] = (await rows(world)) as [Awaited<ReturnType<typeof rows>>[number]];
  const more = Array.from({ length: 49 }, () => ({ ...row, id: newId(), name: newToken() }));
  await world.owner.insertInto('file').values(more).execute();
  const refused = await upload(ann, await specimenOf(ann));
  expect(refused).toMatchObject({ code: 429, data: { reason: 'too_many_requests', seconds: days(1) / 1000 } });
  await step(world.db, (tx) => keepFiles(tx, world.clock(), ann.info.id, [id]));
  expect((await upload(ann, await specimenOf(ann))).code).toBe(200);
});

test("a picture is judged by its code: the user's own, another person's, or expired", async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await world.person()];
  const picture = await specimenOf(ann);
  expect((await upload(bob, picture)).data.reason).toBe('file_code_of_another');
  world.pass(minutes(60) - seconds(1));
  expect((await upload(ann, picture)).code).toBe(200);
  world.pass(seconds(1));
  expect((await upload(ann, picture)).data.reason).toBe('file_code_expired');
  expect((await upload(ann, await drawSpecimen('https://example.com'))).data.reason).toBe('file_without_code');
  expect(await lying(world)).toHaveLength(1);
});

test('an operator with the permission can look at pictures, and each look is logged; others cannot', async () => {
  const world = await newWorld({ now: new Date() });
  const office = await openOffice(world);
  const { reviewer, support, auditor } = await office.staff();
  const ann = await world.person();
  const { id } = (await upload(ann, await specimenOf(ann))).data;
  const looks = async () =>
    (
      await world.owner
        .selectFrom('audit_entry')
        .select(['subject', 'after', 'operator_name'])
        .where('action', '=', viewFile.path)
        .execute()
    ).map((entry) => entry.after);
  const response = await reviewer.raw(viewFile, { id });
  expect(response.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(await pictureIn(response.json().data)).toMatchObject({ format: 'webp', width: 1200 });
  await reviewer.call(viewFile, { id });
  expect(await looks()).toEqual([
    { file: id, part: 'id-front' },
    { file: id, part: 'id-front' },
  ]);
  for (const one of [support, auditor]) expect((await one.call(viewFile, { id })).data.reason).toBe('not_permitted');
  expect((await reviewer.call(viewFile, { id: newId() })).data.reason).toBe('not_found');
  expect(await looks()).toHaveLength(2);
});

test('keeping and erasing an empty list of files works', async () => {
  const world = await newWorld();
  const person = (await world.person()).info.id;
  const done = await step(world.db, async (tx) => [
    await keepFiles(tx, world.clock(), person, []),
    await eraseFilesAt(tx, person, [], world.clock()),
    await codesIn(tx, []),
  ]);
  expect(done).toEqual([{ ok: true, value: [] }, [], []]);
});

test('a file that is unused for a day is erased, with row, key and bytes; a needed one stays until its time', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const one = async () => (await upload(ann, await specimenOf(ann))).data.id;
  const [orphan, needed] = [await one(), await one()];
  const bob = await world.person();
  const keep = (person: string, ids: string[]) => step(world.db, (tx) => keepFiles(tx, world.clock(), person, ids));
  expect(await keep(bob.info.id, [needed])).toMatchObject({ ok: false, error: 'not_found' });
  expect(await keep(ann.info.id, [needed])).toMatchObject({ ok: true, value: [{ part: 'id-front' }] });
  const there = async () => (await rows(world)).map(({ id }) => id);
  const sweep = () => eraseFiles(world.db, world.files, world.clock());
  world.pass(days(1) - seconds(1));
  await sweep();
  expect(await there()).toEqual([orphan, needed]);
  world.pass(seconds(1));
  expect((await ann.call(showFile, { id: orphan })).data.reason).toBe('not_found');
  await sweep();
  expect(await there()).toEqual([needed]);
  expect(await lying(world)).toHaveLength(1);
  await step(world.db, (tx) => eraseFilesAt(tx, ann.info.id, [needed], new Date(world.clock().getTime() + days(30))));
  world.pass(days(30) - seconds(1));
  await sweep();
  expect((await ann.call(showFile, { id: needed })).code).toBe(200);
  world.pass(seconds(1));
  await sweep();
  expect(await there()).toEqual([]);
  expect(await lying(world)).toEqual([]);
});

/** Writes bytes under a name without a row, as a crash leaves them, with an age. */
async function leave(world: World, age: number, name = newToken()): Promise<string> {
  const [path, at] = [join(placeOf(world), name), new Date(world.clock().getTime() - age)];
  await writeFile(path, 'bytes');
  await utimes(path, at, at);
  return name;
}

test('bytes without a file are deleted after a week, and those of files stay', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const { id } = (await upload(ann, await specimenOf(ann))).data;
  const [row] = await rows(world);
  await leave(world, days(7) + seconds(1));
  const young = await leave(world, days(7) - seconds(1));
  await eraseFiles(world.db, world.files, world.clock());
  expect((await lying(world)).toSorted()).toEqual([row!.name, young].toSorted());
  expect((await ann.call(showFile, { id })).code).toBe(200);
});

test('foreign objects in the storage are never deleted, wherever they are', async () => {
  const world = await newWorld();
  const ann = await world.person();
  await upload(ann, await specimenOf(ann));
  await leave(world, days(8), 'db.dump');
  await leave(world, days(8), join('..', newToken()));
  const gone = await leave(world, days(8));
  const before = await readdir(world.config.FILES_DIRECTORY, { recursive: true });
  await eraseFiles(world.db, world.files, world.clock());
  const after = await readdir(world.config.FILES_DIRECTORY, { recursive: true });
  expect(after.toSorted()).toEqual(before.filter((path) => !path.endsWith(gone)).toSorted());
});

test('an empty or incomplete database deletes no stored bytes', async () => {
  const [world, other] = [await newWorld(), await newWorld()];
  const ann = await world.person();
  const { id } = (await upload(ann, await specimenOf(ann))).data;
  await step(world.db, (tx) => keepFiles(tx, world.clock(), ann.info.id, [id]));
  const [row] = await rows(world);
  const old = new Date(world.clock().getTime() - days(8));
  await utimes(join(placeOf(world), row!.name), old, old);
  await eraseFiles(other.db, world.files, world.clock());
  expect((await ann.call(showFile, { id })).code).toBe(200);

  for (let i = 0; i < 20; i++) await leave(world, days(8));
  const one = await leave(world, days(8));
  const sweep = () => eraseFiles(world.db, world.files, world.clock());
  await expect(sweep()).rejects.toThrow('21 of 22 stored files are unknown to this database');
  expect(await lying(world)).toHaveLength(22);
  // Crashes leave only a few.
  await rm(join(placeOf(world), one));
  await sweep();
  expect(await lying(world)).toEqual([row!.name]);
});

test('a file whose bytes cannot be written leaves no row', async () => {
  const store = { put: () => Promise.reject(new Error('the disk is full')) };
  const world = await newWorld({ files: (opened) => ({ ...opened, store: { ...opened.store, ...store } }) });
  const ann = await world.person();
  expect((await upload(ann, await specimenOf(ann))).code).toBe(500);
  expect(await rows(world)).toEqual([]);
});

test('when the key is rotated, every file can be opened before, during and after', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const { id } = (await upload(ann, await specimenOf(ann))).data;
  const [old, fresh] = [world.config.FILES_KEY!, randomBytes(32).toString('base64')];
  const sealedBefore = await readFile(join(placeOf(world), (await rows(world))[0]!.name));
  // Some hundreds more, so that it takes more than one batch.
  const many = Array.from({ length: 450 }, () => {
    const more = newId();
    const { sealed: _, ...wrapped } = sealFile(openKeys(old), more, Buffer.from('x'));
    const size = { bytes: 1, width: 1, height: 1, sha256: Buffer.alloc(32) };
    const about = { person: ann.info.id, purpose: 'specimen', part: 'id-front', created_at: world.clock() };
    return { id: more, name: `${more}-${more}`, ...wrapped, ...size, ...about };
  });
  await world.owner.insertInto('file').values(many).execute();

  const opens = async (FILES_KEY: string, FILES_KEY_OLD?: string) => {
    Object.assign(world.files, {
      keys: (await openFiles({ ...world.config, FILES_KEY, FILES_KEY_OLD }, world.log)).keys,
    });
    return (await ann.call(showFile, { id })).code === 200;
  };
  expect(await opens(fresh)).toBe(false);
  expect(await opens(fresh, old)).toBe(true);
  await rewrapFiles(world.db, world.files, world.log);
  expect(await opens(fresh)).toBe(true);
  expect(await opens(old)).toBe(false);
  // A process that still uses the old key, and knows the new one.
  expect(await opens(old, fresh)).toBe(true);
  const names = new Set((await rows(world)).map(({ key_id }) => key_id));
  expect([...names]).toEqual([openKeys(fresh).current]);
  // Only the wrapping changed.
  expect(await readFile(join(placeOf(world), (await lying(world))[0]!))).toEqual(sealedBefore);
});
