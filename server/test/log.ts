import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { openWriter } from '#evidence/publiclog/writer.ts';
import { openDb, openPool } from '#platform/database/db.ts';
import { openSigner } from '#platform/security/signer.ts';
import { newSigningKey } from './signing-key.ts';
import type { World } from './world.ts';

/** The public log of a world: its database role, and a writer that writes when called. */
export async function openLog(world: World, signer = openSigner(newSigningKey())) {
  const pool = openPool(world.config.LOG_DATABASE_URL!, 3, () => {});
  onTestFinished(() => pool.end());
  const db = openDb(pool);
  const parts = { db, clock: world.clock, log: world.log, signer, origin: '127.0.0.1:4100/log' };
  const writer = await openWriter(db, parts);
  /** Writes and signs all submitted entries. */
  const write = async () => {
    while (!(await writer.append()));
    await writer.sign();
    return writer.size();
  };
  /** A file of the log, as the site serves it. */
  const file = async (path: string) => world.app.inject({ method: 'GET', url: `/log/${path}` });
  return { db, parts, signer, write, file };
}

/** Submits entries without meaning: numbers after `from`. */
export const handOver = (world: World, count: number, from = 0) =>
  sql`insert into log_entry (bytes) select int4send((${from} + n)::int) from generate_series(1, ${count}) n`.execute(
    world.owner,
  );
