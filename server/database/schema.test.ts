import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { clockIsTheDatabases } from '../test/rights.ts';
import { newWorld } from '../test/world.ts';
import { generateTypes, outdatedFiles } from './schema.ts';

test('the generated types, SQL files and diagrams match the migrations, and a changed function is noticed', async () => {
  const world = await newWorld();
  generateTypes(world.database, '--verify'); // throws when they differ
  await sql.raw(clockIsTheDatabases).execute(world.owner);
  expect(await outdatedFiles(world.database)).toEqual([]);
  await sql.raw(clockIsTheDatabases.replace('5 minutes', '6 minutes')).execute(world.owner);
  expect(await outdatedFiles(world.database)).toEqual(['server/schema/platform.sql']);
});
