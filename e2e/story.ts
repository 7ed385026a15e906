import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  expect,
  type Locator,
  type Page,
  test as plain,
} from '@playwright/test';
import { type Account, logInWith, openAccount } from './people.ts';
import { site } from './server.ts';

export { expect };

type Person = Account & { page: Page };
type Options = {
  /** For tests that go offline: the browser then reports every failed call. */
  callsMayFail: boolean;
};
type Fixtures = {
  /** A browser without a logged-in user. */
  visitor: Page;
  /** A new account and a browser in which it is logged in. */
  person: Person;
  /** Opens a browser with these options, checked for errors like the others. */
  open: (options?: BrowserContextOptions) => Promise<Page>;
  /** The first page of a test. It's faster than a new one, because its context has loaded the app for an earlier test. */
  takePage: () => Promise<Page>;
};

const lostLine = /^Failed to load resource: net::ERR_|^WebSocket connection to '\S+\/live' failed/;

export const isPriceUpdate = (frame: string | Buffer): boolean => String(frame).includes('"kind":"ticks"');
const priceUpdates = new WeakMap<Page, number>();
function countPriceUpdates(page: Page): void {
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (isPriceUpdate(payload)) priceUpdates.set(page, (priceUpdates.get(page) ?? 0) + 1);
    }),
  );
}

/** Waits for new prices, two a second, to show that something does not happen in that time. Not for pages whose socket is routed. */
export async function waitForPrices(page: Page, count = 2): Promise<void> {
  const before = priceUpdates.get(page) ?? 0;
  await expect.poll(() => (priceUpdates.get(page) ?? 0) - before).toBeGreaterThanOrEqual(count);
}

/** Waits until the page has drawn twice: the first frame may have begun before the change to be drawn. */
export const waitForFrames = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

/**
 * Waits until nothing moves: no finite animation is running, and the scroll position has been unchanged for some
 * frames.
 */
export const waitForStillness = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let [last, still] = [Number.NaN, 0];
        // Animations that follow the scroll position run without an end.
        const isMoving = ({ playState, effect, timeline }: Animation) =>
          timeline === document.timeline &&
          playState === 'running' &&
          effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
        const look = () => {
          still = scrollY === last && !document.getAnimations().some(isMoving) ? still + 1 : 0;
          last = scrollY;
          if (still < 6) requestAnimationFrame(look);
          else resolve();
        };
        look();
      }),
  );

/** A test fails on any error that the browser reports: from a script, on the console or from the content policy. */
function watch(page: Page, faults: string[], callsMayFail: boolean): void {
  countPriceUpdates(page);
  page.on('pageerror', (error) => faults.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    if (callsMayFail && lostLine.test(message.text())) return;
    faults.push(`${message.text()} (${message.location().url})`);
  });
}

async function openPage(browser: Browser, options: BrowserContextOptions, faults: string[], callsMayFail: boolean) {
  const context = await browser.newContext({ baseURL: site, ...options });
  context.on('page', (page) => watch(page, faults, callsMayFail));
  return context.newPage();
}

/** Removes all routes of a context: one that is still pending would fail the next test or the run. */
async function removeRoutes(context: BrowserContext): Promise<void> {
  const open = context.pages();
  const routed = open.length > 0 ? [context, ...open] : []; // the test may have closed it
  await Promise.all(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
}

export async function closePage(page: Page): Promise<void> {
  const context = page.context();
  await removeRoutes(context);
  await context.close();
}

/** Prepares the reused context for the next test. Playwright resets storage, cookies, media and window size, but not everything else. */
async function release(context: BrowserContext, failed: boolean): Promise<void> {
  await removeRoutes(context);
  const isReusable = !failed && !changedByDevtools.has(context) && context.pages().length > 0;
  if (!isReusable) return context.close(); // The next test gets a new one.
  await context.setOffline(false);
  await context.clearPermissions();
  // Ends what the page is still doing, such as listening for prices.
  await Promise.all(context.pages().map((page) => page.goto('about:blank')));
}

const changedByDevtools = new WeakSet<BrowserContext>();
/** A DevTools session. Its changes can outlast the test, so the context isn't reused afterwards. */
export function openDevtools(page: Page): Promise<CDPSession> {
  changedByDevtools.add(page.context());
  return page.context().newCDPSession(page);
}

export const test = plain.extend<Options & Fixtures>({
  baseURL: site,
  callsMayFail: [false, { option: true }],
  open: async ({ browser, callsMayFail }, use) => {
    const faults: string[] = [];
    const pages: Page[] = [];
    await use(async (options = {}) => {
      const page = await openPage(browser, options, faults, callsMayFail);
      pages.push(page);
      return page;
    });
    await Promise.all(pages.map(closePage));
    expect(faults, 'errors reported by the browser').toEqual([]);
  },
  takePage: async ({ context, page, open, callsMayFail }, use, test) => {
    const faults: string[] = [];
    watch(page, faults, callsMayFail);
    context.on('page', (other) => watch(other, faults, callsMayFail));
    const unused = [page];
    await use(async () => unused.pop() ?? open());
    const reported = [...faults]; // Leaving the page can abort calls, which the browser reports too.
    await release(context, test.status !== test.expectedStatus);
    expect(reported, 'errors reported by the browser').toEqual([]);
  },
  visitor: async ({ takePage }, use) => use(await takePage()),
  person: async ({ takePage }, use) => {
    const account = await openAccount();
    const page = await takePage();
    await logInWith(page.context(), account);
    await use({ ...account, page });
  },
});

/** Goes to a page without reloading the app, as a link does. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const key = crypto.randomUUID().slice(0, 8);
    history.pushState({ usr: null, key, idx: (history.state?.idx ?? 0) + 1 }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
  // The previous page stays until the code of this one has loaded, and its tab stays mounted after that.
  await page.waitForFunction(() => {
    const shown = document.querySelector('[data-page]')?.getAttribute('data-page');
    return shown === null || shown === undefined || shown === location.pathname;
  });
}

/** Clears form drafts, as in a new browser tab. */
export const forgetDrafts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('draft ')) sessionStorage.removeItem(key);
  });

/** The code of toasts loads a little after the first page. */
export const toastsLoaded = (page: Page) => page.waitForResponse(/\/Toasts-/);

/** The heading of the visible page; hidden tabs stay mounted but do not count. */
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The error is shown at its field, which is in view and has the focus. */
export async function isRefusedAt(field: Locator, sentence: string): Promise<void> {
  await expect(field).toHaveAccessibleDescription(sentence);
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport({ ratio: 1 });
  await expect(field.page().getByText(sentence, { exact: true })).toHaveCount(1);
}

/** Waits until a page is rendered, with its title and heading. */
export async function shown(page: Page, title: string): Promise<void> {
  await expect(page).toHaveTitle(`${title} - Glasshouse`);
  await expect(heading(page)).toBeVisible();
}

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

/** Waits until a text has changed. */
export async function moves(read: () => Promise<string | null>): Promise<void> {
  const before = await read();
  await expect.poll(read).not.toBe(before);
}
