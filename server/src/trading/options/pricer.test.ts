import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lively, tradeOptions } from '../../../test/options.ts';
import { createPricer } from './pricer.ts';

test('prices do not depend on earlier requests', async () => {
  const { world, tick, slot } = await tradeOptions();
  const pricer = createPricer();
  const at = async (of: typeof pricer, by: number) => (await of.at(world.db, 1, by, world.clock()))?.priceInputs(120);
  const first = slot();
  expect(await at(pricer, first)).toBeDefined();
  for (let ahead = 1; ahead < 4; ahead++) expect(await at(pricer, first + ahead)).toBeUndefined();
  await tick(...lively(9, 6_500_000));
  for (let by = first; by <= slot(); by++) {
    const priceInputs = await at(createPricer(), by);
    expect(priceInputs).toBeDefined();
    expect(await at(pricer, by)).toEqual(priceInputs);
  }
});

test('a request for a tick that is not there yet does not hide it from later requests', async () => {
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
