import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lively, tradeOptions } from '../../../test/options.ts';
import { createPricer } from './pricer.ts';

test('whatever was asked before, and however early, a price follows from the tape alone', async () => {
  const { world, tick, slot } = await tradeOptions();
  const pricer = createPricer();
  const at = async (of: typeof pricer, by: number) => (await of.at(world.db, 1, by, world.clock()))?.reckoned(120);
  const first = slot();
  expect(await at(pricer, first)).toBeDefined();
  for (let ahead = 1; ahead < 4; ahead++) expect(await at(pricer, first + ahead)).toBeUndefined();
  await tick(...lively(9, 6_500_000));
  for (let by = first; by <= slot(); by++) {
    const reckoned = await at(createPricer(), by);
    expect(reckoned).toBeDefined();
    expect(await at(pricer, by)).toEqual(reckoned);
  }
});

test('who asks for a tick before it is there does not hide it from those who ask in time', async () => {
  const { world, tick, slot } = await tradeOptions();
  const pricer = createPricer();
  const [read, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = world.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read.resolve();
      await told.promise;
      return result;
    },
  });
  const early = pricer.at(slow, 1, slot() + 1, world.clock());
  await read.promise;
  await tick(6_401_000);
  const newest = pricer.newest(world.db, 1, world.clock());
  await wait(100);
  told.resolve();
  expect(await early).toBeUndefined();
  expect((await newest)?.slot).toBe(slot());
});
