import { test } from 'vitest';
import { newWorld } from '../test/world.ts';
import { generateSchema } from './schema.ts';

test('the generated types of the tables are those of the migrations', async () => {
  const world = await newWorld();
  generateSchema(world.database, '--verify'); // throws when they differ
});
