import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { openPool } from '#platform/database/db.ts';
import { adminUrl, asAdmin, inDatabase, ownerRole, prepareDatabase, urlFor } from '../database/prepare.ts';
import { clockMayTurn } from './rights.ts';

const migrations = new URL('../migrations/', import.meta.url);

/** Makes the database that every test clones. Its name differs between runs and migrations, so that runs on one server never collide. */
export async function prepareTemplate() {
  const hash = createHash('sha256');
  for (const file of readdirSync(migrations).sort()) hash.update(readFileSync(new URL(file, migrations)));
  const template = `glasshouse_test_${hash.digest('hex').slice(0, 8)}_${process.pid}`;
  await asAdmin(`drop database if exists ${template}`);
  await prepareDatabase(template);
  await inDatabase(urlFor(template, ownerRole), clockMayTurn);
  const stop = dropEnded(template);
  const drop = async () => {
    await stop();
    await asAdmin(`drop database if exists ${template} with (force)`);
  };
  return { template, drop };
}

/** The comment on the database of a world that has ended. */
export const endedMark = (template: string): string => `ended, made from ${template}`;

/**
 * Drops the databases of ended worlds in groups. A drop waits for a checkpoint, and concurrent drops share one: a test
 * that waited for its own would wait longer than it runs.
 */
function dropEnded(template: string): () => Promise<void> {
  const admin = openPool(adminUrl, 1, () => {});
  const drop = async () => {
    const { rows } = await admin.query(
      `select datname from pg_database where shobj_description(oid, 'pg_database') = $1 limit 12`,
      [endedMark(template)],
    );
    await Promise.all(rows.map(({ datname }) => asAdmin(`drop database ${datname} with (force)`)));
    return rows.length;
  };
  const dropAll = async () => {
    while ((await drop()) > 0);
  };
  let dropped = Promise.resolve();
  const timer = setInterval(() => {
    dropped = dropped.then(dropAll);
  }, 10_000);
  return async () => {
    clearInterval(timer);
    await dropped;
    await dropAll();
    await admin.end();
  };
}

declare module 'vitest' {
  export interface ProvidedContext {
    template: string;
  }
}
