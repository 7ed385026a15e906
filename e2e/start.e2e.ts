import { expect, heading, test } from './story.ts';

const language = /words-\w+-app\.en-US\.json$/;
const session = /\/index\/user\/getuser$/;
const site = /\/index\/site\/getsite$/;

test('the splash is shown without JavaScript', async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto('/home');
  await expect(page.locator('#splash')).toBeVisible();
  await expect(page.locator('#splash')).toContainText('Glasshouse');
  await expect(page.locator('#splash')).toContainText('Simulated');
});

test('the app mounts behind the splash 300 ms after the page starts', async ({ visitor: page }) => {
  // The page's clock only advances here, so the test doesn't depend on the speed of the machine.
  await page.clock.install({ time: new Date('2030-01-01T00:00:00Z') });
  await page.clock.pauseAt(new Date('2030-01-01T00:01:00Z'));
  const loaded = Promise.all([language, site].map((load) => page.waitForResponse(load)));
  await page.goto('/home');
  await (await loaded)[0]?.finished();
  await page.clock.runFor(299);
  // The code is loaded and has had time to run: only the clock holds it back.
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete');
  await page.evaluate(() => fetch('/splash.css').then((answer) => answer.text()));
  await expect(page.locator('#root')).toBeEmpty();
  await expect(page.locator('#splash')).toBeVisible();
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('#splash')).toHaveCount(0);
});

const code = /\/static\/index-[^/]*\.js$/;
const last = { at: Date.now() - 60_000, said: 'Last known 12:04:00', prices: { BTC: '61234.50' } };

test('while the code loads, the splash shows the last known price as such, then the live one', async ({
  visitor: page,
}) => {
  await page.addInitScript((known) => localStorage.setItem('known', JSON.stringify(known)), last);
  await page.route(code, () => {});
  const line = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/live$/, async (socket) => {
    await line.promise;
    socket.connectToServer();
  });
  await page.goto('/contract', { waitUntil: 'commit' });
  const quote = page.locator('#quote');
  await expect(quote).toHaveText('61,234.50BTC/USDT · Last known 12:04:00');
  await expect(quote).toHaveClass('known');
  line.resolve();
  await page.reload({ waitUntil: 'commit' });
  await expect(quote).toHaveText(/^[\d,]+\.\d+BTC\/USDT$/);
  await expect(quote).not.toHaveClass('known');
  await expect(page.locator('#splash')).toContainText('Simulated');
});

test('a price that is already old on arrival is not shown as live', async ({ visitor: page }) => {
  await page.addInitScript((known) => localStorage.setItem('known', JSON.stringify(known)), last);
  await page.route(code, () => {});
  const live = Promise.withResolvers<() => void>();
  await page.routeWebSocket(/\/live$/, (socket) =>
    socket.onMessage(() => {
      const send = (price: string, age: number) => {
        const time = Date.now();
        const slot = Math.floor(time / 500) - age;
        const frame = { of: 'quotes:BTC', kind: 'snapshot', seq: 1, time, slot, source: 'synthetic' };
        socket.send(JSON.stringify({ ...frame, quotes: [{ symbol: 'BTC', price }] }));
      };
      send('60000.00', 20);
      live.resolve(() => send('60001.00', 0));
    }),
  );
  await page.goto('/contract', { waitUntil: 'commit' });
  const quote = page.locator('#quote');
  await expect(quote).toHaveText('61,234.50BTC/USDT · Last known 12:04:00');
  await expect(quote).toHaveClass('known');
  const shown = await quote.evaluateHandle((element) => {
    const texts = [element.textContent];
    new MutationObserver(() => texts.push(element.textContent)).observe(element, { childList: true });
    return texts;
  });
  // Frames are read in order: when the live price is drawn, the old one has been read and skipped.
  (await live.promise)();
  await expect(quote).toHaveText('60,001.00BTC/USDT');
  expect(await shown.jsonValue()).not.toContain('60,000.00BTC/USDT');
});

test('language, session and site load in parallel', async ({ person: { page } }) => {
  // Each response is held back until all three were requested: sequential loading would hang.
  const all = Promise.withResolvers<void>();
  const requested = new Set<RegExp>();
  for (const load of [language, session, site]) {
    await page.route(load, async (route) => {
      requested.add(load);
      if (requested.size === 3) all.resolve();
      await all.promise;
      await route.continue();
    });
  }
  await page.goto('/home');
  await expect(heading(page)).toBeVisible();
});

test('a slow session or site response does not delay the app', async ({ person: { page, username } }) => {
  const answers = Promise.withResolvers<void>();
  await page.route(/\/index\//, async (route) => {
    await answers.promise;
    await route.continue();
  });
  await page.goto('/home');
  await expect(heading(page)).toHaveText(`Hello, ${username}`);
  await expect(page).toHaveTitle('Home - Glasshouse');
  answers.resolve();
});
