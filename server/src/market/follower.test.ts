import { expect, test, vi } from 'vitest';
import { openTape } from '../../test/tape.ts';
import { newWorld } from '../../test/world.ts';
import { followTape } from './follower.ts';

test('slots that were missed come in order, none left out, and others have a turn between them', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const first = tape.now();
  await tape.write(first, 6_400_000);
  const happened: (number | 'turn')[] = [];
  let begun = false;
  const follower = followTape(world.db, world.bus, world.log, [1], {
    begin: async () => {
      for (let later = 1; later <= 4; later++) await tape.write(first + later, 6_400_000 + later);
      begun = true;
      return first;
    },
    slot: ({ slot }) => {
      happened.push(slot - first);
      if (happened.length === 1) setImmediate(() => happened.push('turn'));
    },
    minute: async () => {},
  });
  await vi.waitFor(() => expect(begun).toBe(true));
  await vi.waitFor(() => expect(happened).toHaveLength(5), { timeout: 10_000 });
  follower.stop();
  expect(happened.filter((each) => each !== 'turn')).toEqual([1, 2, 3, 4]);
  expect(happened.indexOf('turn')).toBeLessThan(4);
});
