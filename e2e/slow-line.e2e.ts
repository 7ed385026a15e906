import { secondsUntilLive, slowDown } from '../scripts/arrive.ts';
import { openTab } from './contracts.ts';
import { site } from './server.ts';
import { expect, test } from './story.ts';

test('on a slow line and a slow phone the first visit to /contract can trade soon, at a price that moves', async ({
  open,
}) => {
  // The first tape of all takes a while to be there.
  await openTab(await open());
  const page = await open();
  await slowDown(page);
  const seconds = await secondsUntilLive(page, site);
  console.log(`/contract on 50 KB/s, 400 ms and a processor 4x slower: live after ${seconds.toFixed(1)} s`);
  // The bound leaves room for a busy machine; `npm run bench -- load` has the figure that counts.
  expect(seconds).toBeLessThan(8);
});
