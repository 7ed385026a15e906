import { expect, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { days, minutes } from '#platform/runtime/clock.ts';
import { newWorld } from '../../../test/world.ts';
import { endSessionsOf } from '../security/security.ts';
import * as table from './sql.ts';

test('refreshing sessions while their person changes the password does not deadlock', async () => {
  const world = await newWorld();
  const { info } = await world.person();
  const now = world.clock();
  const later = new Date(now.getTime() + minutes(60));
  const names = Array.from({ length: 40 }, (_, i) => String(i).padStart(2, '0').repeat(16));
  const hashes = names.map((name) => Buffer.from(name).toString('hex'));
  const rows = names.map((name, i) => ({
    token_hash: Buffer.from(name),
    person: info.id,
    address: '',
    device: '',
    // The first to begin has the last key, so the two orders of locking would meet in the middle.
    started_at: new Date(now.getTime() - i * 1000),
    seen_at: now,
    expires_at: later,
  }));
  for (let round = 0; round < 30; round++) {
    await world.db
      .insertInto('session')
      .values(rows.map((row) => ({ ...row, id: crypto.randomUUID() })))
      .execute();
    const touch = () => table.touchSessions(world.db, hashes, now, later, days(90));
    await Promise.all([touch(), touch(), step(world.db, (tx) => endSessionsOf(tx, info.id)), touch()]);
  }
  expect(await table.sessionsByToken(world.db, hashes, now, now)).toEqual([]);
});
