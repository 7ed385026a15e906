import { secondsUntilLive, slowDown } from '../scripts/arrive.ts';
import { openTab } from './contracts.ts';
import { site } from './server.ts';
import { expect, test } from './story.ts';

test('on a slow connection and phone, the first visit to /contract soon shows a live price and can trade', async ({
  open,
}) => {
  // The first tape takes a while to appear.
  await openTab(await open());
  const page = await open();
  await slowDown(page);
  const seconds = await secondsUntilLive(page, site);
  console.log(`/contract on 50 KB/s, 400 ms and a processor 4x slower: live after ${seconds.toFixed(1)} s`);
  // The limit leaves room for a busy machine; `npm run bench -- load` measures the precise figure.
  expect(seconds).toBeLessThan(8);
});
