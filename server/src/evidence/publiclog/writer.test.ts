import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { noteKey } from '@glasshouse/protocol/publiclog/note';
import { expect, onTestFinished, test } from 'vitest';
import { inDatabase, ownerRole, urlFor } from '../../../database/prepare.ts';
import { handOver, openLog } from '../../../test/log.ts';
import { newWorld } from '../../../test/world.ts';
import { runWriter } from './writer.ts';

test('a large backlog is signed in parts, not only after all of it is written', async () => {
  const world = await newWorld();
  const log = await openLog(world);
  await handOver(world, 9000);
  const signed: number[] = [];
  const writer = runWriter({ ...log.parts, onSigned: (size) => signed.push(size) });
  await expect.poll(() => signed.at(-1), { timeout: 40_000 }).toBeGreaterThan(9000);
  await writer.stop();
  expect(signed[0]).toBeLessThanOrEqual(4000);
});

test('the log is signed about once a second, however long a look takes', async () => {
  const world = await newWorld();
  const log = await openLog(world);
  await inDatabase(
    urlFor(world.database, ownerRole),
    `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.4); return null; end $$`,
    'create trigger slow after insert on log_leaf for each statement execute function slow()',
  );
  let signed = 0;
  const writer = runWriter({ ...log.parts, onSigned: () => signed++ });
  const until = performance.now() + 8000;
  for (let from = 0; performance.now() < until; from++) {
    await handOver(world, 1, from);
    await wait(50);
  }
  await writer.stop();
  expect(signed).toBeGreaterThanOrEqual(4);
});

test('a writer that is told to stop does not wait for a witness that never answers', async () => {
  const world = await newWorld();
  const log = await openLog(world);
  let asked = 0;
  const silent = createServer(() => asked++);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  await log.write();
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const key = await noteKey('silent.example', 'cosignature', log.signer.publicKey);
  const writer = runWriter({ ...log.parts, witnesses: [{ url, key }] });
  await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(0);
  const began = performance.now();
  await writer.stop();
  expect(performance.now() - began).toBeLessThan(3000);
});
