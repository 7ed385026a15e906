import pg from 'pg';
import { onTestFinished } from 'vitest';
import { urlFor } from '../database/prepare.ts';
import type { World } from './world.ts';

/** The tables that a call changed; `refused` if it failed. */
export type Outcome = string[] | 'refused';

// Syntax errors, unknown names, wrong types: a call refused for one of these has tested nothing.
const mistakes = /^(42(?!501)|22P02|22007)/;

/** Runs statements as a role, and rolls them back. */
export async function callerIn({ world }: { world: World }) {
  const client = new pg.Client(urlFor(world.database, 'postgres'));
  await client.connect();
  onTestFinished(() => client.end());
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const hashes = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(row::text, ',' order by row::text)) as hash from "${name}" as row`,
  );
  const state = async () => {
    const { rows } = await client.query<{ name: string; hash: string }>(hashes.join(' union all '));
    return new Map(rows.map(({ name, hash }) => [name, hash]));
  };
  const before = await state();
  const run = async (role: string, ...statements: string[]): Promise<Outcome> => {
    await client.query('begin');
    try {
      await client.query(`set local session authorization ${role}`);
      for (const statement of statements) await client.query(statement);
      await client.query('set constraints all immediate');
      await client.query('reset session authorization');
      const after = await state();
      return [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name);
    } catch (error) {
      if (mistakes.test((error as { code: string }).code)) throw error;
      return 'refused';
    } finally {
      await client.query('rollback');
    }
  };
  return { run, call: (role: string, call: string) => run(role, `select * from ${call}`) };
}
