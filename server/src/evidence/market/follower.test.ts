import { expect, test, vi } from 'vitest';
import { openTape } from '../../../test/tape.ts';
import { newWorld } from '../../../test/world.ts';
import { followTape } from './follower.ts';

test('slots that arrived while it was busy are delivered together, in order and without gaps', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const first = tape.now();
  await tape.write(first, 6_400_000);
  const heard: number[][] = [];
  let begun = false;
  const follower = followTape(world.db, world.bus, world.log, [1], {
    begin: async () => {
      for (let later = 1; later <= 4; later++) await tape.write(first + later, 6_400_000 + later);
      begun = true;
      return first;
    },
    slots: (slots) => void heard.push(slots.map(({ slot }) => slot - first)),
    minute: async () => {},
  });
  await vi.waitFor(() => expect(begun).toBe(true));
  await vi.waitFor(() => expect(heard.flat()).toHaveLength(4), { timeout: 10_000 });
  follower.stop();
  expect(heard).toEqual([[1, 2, 3, 4]]);
});
