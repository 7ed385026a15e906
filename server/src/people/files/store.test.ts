import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { showFile } from '@glasshouse/protocol/files/calls';
import { viewFile } from '@glasshouse/protocol/files/office';
import S3rver from 's3rver';
import { expect, onTestFinished, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { newToken } from '#platform/database/ids.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { openOffice } from '../../../test/office.ts';
import { specimenOf, upload } from '../../../test/specimens.ts';
import { newWorld } from '../../../test/world.ts';
import { eraseFilesAt, keepFiles } from './files.ts';
import { eraseFiles } from './jobs.ts';
import { openStore, type Store } from './store.ts';

/** A local S3 bucket. */
async function openBucket() {
  const directory = await mkdtemp(join(tmpdir(), 'glasshouse-bucket-'));
  const FILES_BUCKET = 'pictures';
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: FILES_BUCKET, configs: [] }],
  });
  const { port } = (await server.run()) as AddressInfo;
  onTestFinished(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });
  const [FILES_S3_ID, FILES_S3_SECRET] = ['S3RVER', 'S3RVER'];
  return { FILES_BUCKET, FILES_S3_URL: `http://127.0.0.1:${port}`, FILES_S3_ID, FILES_S3_SECRET };
}
async function namesIn(store: Store): Promise<string[]> {
  const all: string[] = [];
  for await (const names of store.names()) all.push(...names);
  return all;
}

test('a bucket works like a directory: files are stored sealed, shown and erased, and leftovers are deleted', {
  timeout: 90_000,
}, async () => {
  const world = await newWorld({ config: await openBucket() });
  const { store } = world.files;
  const ann = await world.person();
  const { id } = (await upload(ann, await specimenOf(ann))).data;
  expect((await ann.call(showFile, { id })).data).toMatchObject({ mime: 'image/webp', width: 1200 });
  const row = await world.owner.selectFrom('file').select(['name', 'bytes']).executeTakeFirstOrThrow();
  expect(await namesIn(store)).toEqual([row.name]);
  const sealed = await store.get(row.name);
  expect(sealed).toHaveLength(row.bytes + 28);
  expect(sealed!.includes('WEBP')).toBe(false);

  const left = newToken();
  await store.put(left, Buffer.from('bytes'));
  const writtenAt = (await store.writtenAt(left))!;
  const sweepAt = (now: Date) => eraseFiles(world.db, world.files, now);
  await step(world.db, (tx) => keepFiles(tx, world.clock(), ann.info.id, [id]));
  await sweepAt(plus(writtenAt, days(7)));
  expect((await namesIn(store)).toSorted()).toEqual([left, row.name].toSorted());
  await sweepAt(plus(writtenAt, days(7) + 1));
  expect(await namesIn(store)).toEqual([row.name]);
  expect(await store.writtenAt(left)).toBeUndefined();
  await step(world.db, (tx) => eraseFilesAt(tx, ann.info.id, [id], plus(world.clock(), days(1))));
  world.pass(days(1));
  await eraseFiles(world.db, world.files, world.clock());
  expect(await namesIn(store)).toEqual([]);
  expect(await store.get(row.name)).toBeUndefined();
});

test("all pages of a bucket's list of names are read", async () => {
  // The other server fails on several pages under this Node version, so this one answers two of them.
  const [first, second] = [newToken(), newToken()];
  const page = (name: string, next: string) =>
    `<ListBucketResult><Name>pictures</Name><IsTruncated>${next !== ''}</IsTruncated>${next}<Contents><Key>pictures/${name}</Key></Contents></ListBucketResult>`;
  const server = createServer(({ url }, response) => {
    const more = url!.includes('continuation-token=page-2');
    const next = '<NextContinuationToken>page-2</NextContinuationToken>';
    response.setHeader('content-type', 'application/xml').end(more ? page(second, '') : page(first, next));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const FILES_S3_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bucket = { FILES_BUCKET: 'pictures', FILES_S3_ID: 'x', FILES_S3_SECRET: 'y', FILES_S3_URL };
  const { config } = await newWorld();
  expect(await namesIn(await openStore({ ...config, ...bucket }))).toEqual([first, second]);
});

test('an unresponsive store delays an operator and their transaction for a few seconds only', {
  timeout: 60_000,
}, async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const FILES_S3_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bucket = { FILES_BUCKET: 'pictures', FILES_S3_ID: 'x', FILES_S3_SECRET: 'y', FILES_S3_URL };
  const world = await newWorld({ now: new Date() });
  const { reviewer } = await (await openOffice(world)).staff();
  const ann = await world.person();
  const { id } = (await upload(ann, await specimenOf(ann))).data;
  Object.assign(world.files, { store: await openStore({ ...world.config, ...bucket }) });
  const began = performance.now();
  expect((await reviewer.call(viewFile, { id })).code).toBe(500);
  expect(performance.now() - began).toBeLessThan(20_000);
});
