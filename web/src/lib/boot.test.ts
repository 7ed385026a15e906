import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { spokenBy } from '@glasshouse/kit/languages.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeAnswer, takeLive } from './boot-handoff.ts';

const boot = readFileSync(new URL('../../public/boot.js', import.meta.url), 'utf8');
const frame = { kind: 'snapshot', time: 100_000, slot: 199, quotes: [{ price: '67123.40' }] };

/** Runs the boot script at an address in a browser with this storage. The test plays the server. */
function arrive(
  path: string,
  {
    stored = {},
    languages = ['en-US'],
    isDesk = false,
  }: { stored?: Record<string, string>; languages?: string[]; isDesk?: boolean } = {},
) {
  const asked: { path: string; method: string | undefined }[] = [];
  const links: string[] = [];
  const root = { dataset: {}, lang: '' };
  const said: unknown[] = [];
  const socket = {
    readyState: 0,
    url: '',
    onopen: () => {},
    onmessage: (_: { data: string }) => {},
    send: (text: string) => said.push(JSON.parse(text)),
    close: () => {
      socket.readyState = 3;
    },
  };
  const quote = {
    text: [] as unknown[],
    className: '',
    classList: { add: (name: string) => Object.assign(quote, { className: name }) },
    replaceChildren: (...text: unknown[]) => Object.assign(quote, { text }),
  };
  const location = new URL(path, 'https://glasshouse.example');
  const opened: string[] = [];
  const window: { early?: typeof globalThis.window.early } = {};
  runInNewContext(boot, {
    window,
    location,
    URLSearchParams,
    JSON,
    Promise,
    Object,
    Date,
    performance,
    setTimeout,
    clearTimeout,
    requestAnimationFrame: () => 0,
    matchMedia: () => ({ matches: isDesk }),
    addEventListener: () => {},
    navigator: { languages },
    localStorage: { getItem: (name: string) => stored[name] ?? null },
    document: {
      documentElement: root,
      currentScript: { dataset: { words: '/static/words-1-' } },
      cookie: '',
      head: { append: ({ href }: { href: string }) => links.push(href) },
      createElement: () => ({}),
      getElementById: (id: string) => (id === 'quote' ? quote : null),
    },
    fetch: async (url: string, options: { method?: string }) => {
      asked.push({ path: url, method: options.method });
      return url.includes('rules') ? new Response('', { status: 500 }) : Response.json({ code: 200, path: url });
    },
    WebSocket: class {
      constructor(url: string) {
        opened.push(url);
        // biome-ignore lint/correctness/noConstructorReturn: the test holds the other end
        return socket;
      }
    },
  });
  vi.stubGlobal('window', window);
  return { asked, links, root, said, socket, quote, opened, window };
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the boot script requests what /contract needs and watches the coin chosen last', () => {
  const ticket = JSON.stringify({ state: { symbol: 'ETH' } });
  const { asked, links, said, socket, opened } = arrive('/contract', { stored: { ticket, language: 'ja-JP' } });
  expect(asked).toEqual([
    { path: '/index/site/getsite', method: undefined },
    { path: '/index/contract/rules', method: 'POST' },
  ]);
  expect(links).toContain('/static/words-1-contracts.ja-JP.json');
  expect(opened).toEqual(['wss://glasshouse.example/live']);
  socket.onopen();
  expect(said).toEqual([{ op: 'watch', watch: { topic: 'quotes', symbols: ['ETH'] } }]);
  const named = arrive('/contract?symbol=sol');
  named.socket.onopen();
  expect(named.said).toEqual([{ op: 'watch', watch: { topic: 'quotes', symbols: ['SOL'] } }]);
  const desk = arrive('/contract', { isDesk: true });
  desk.socket.onopen();
  expect(desk.said).toEqual([{ op: 'watch', watch: { topic: 'quotes' } }]);
});

test.each([
  [['ja-JP', 'en-US']],
  [['ja']],
  [['fr-CA', 'en-CA']],
  [['en-GB', 'fr']],
  [['zh']],
  [['zh-CN']],
  [['zh-SG']],
  [['zh-HK']],
  [['zh-TW']],
  [['zh-Hant']],
  [['zh-Hans-HK']],
  [['de-DE', 'RU', 'en']],
  [['de-DE', 'nl']],
  [['', '-', 'x-klingon']],
  [[]],
])('the boot script and the app choose the same language for a browser that sends %j', (languages) => {
  const language = spokenBy(languages) ?? 'en-US';
  const { root, links } = arrive('/home', { languages });
  expect(root.lang).toBe(language);
  expect(links).toEqual([`/static/words-1-app.${language}.json`, `/static/words-1-home.${language}.json`]);
  const chosen = arrive('/home', { languages, stored: { language: 'ko-KR' } });
  expect(chosen.root.lang).toBe('ko-KR');
});

test('pages without prices open no connection', () => {
  expect(arrive('/shared').opened).toEqual([]);
  expect(arrive('/user').opened).toEqual([]);
  expect(arrive('/').opened).toHaveLength(1);
});

test('an early answer is used once, and requested again if it failed or is out of date', async () => {
  arrive('/contract');
  expect(takeAnswer('/index/site/getsite', { some: 'body' })).toBeUndefined();
  await expect(takeAnswer('/index/site/getsite', {})?.()).resolves.toMatchObject({ code: 200 });
  expect(takeAnswer('/index/site/getsite', {})).toBeUndefined();
  await expect(takeAnswer('/index/contract/rules', {})?.()).rejects.toThrow('500');
  arrive('/contract');
  vi.advanceTimersByTime(20_001);
  expect(takeAnswer('/index/site/getsite', {})).toBeUndefined();
});

test('the boot connection is handed over once with its buffered messages, or closed if unused', () => {
  const { socket } = arrive('/contract');
  socket.onmessage({ data: JSON.stringify(frame) });
  const live = takeLive();
  expect(live?.heard).toEqual([{ data: JSON.stringify(frame), at: 1_000_000 }]);
  expect(takeLive()).toBeUndefined();
  vi.advanceTimersByTime(30_000);
  expect(socket.readyState).toBe(0);

  const left = arrive('/contract');
  vi.advanceTimersByTime(30_000);
  expect(left.socket.readyState).toBe(3);
  expect(takeLive()).toBeUndefined();
});

test('the splash marks a stored price as old, then shows the live one, and turns it gray when prices pause', () => {
  const known = JSON.stringify({ at: 1_000_000 - 60_000, said: '12:00', prices: { BTC: '66000.00' } });
  const { socket, quote } = arrive('/contract', { stored: { known } });
  expect([quote.text[0], quote.className]).toEqual(['66,000.00', 'known']);
  expect(quote.text[1]).toMatchObject({ textContent: 'BTC/USDT · 12:00' });
  socket.onmessage({ data: JSON.stringify({ ...frame, slot: 180 }) });
  expect(quote.text[0], 'a frame that is too old').toBe('66,000.00');
  socket.onmessage({ data: JSON.stringify(frame) });
  expect([quote.text[0], quote.className]).toEqual(['67,123.40', '']);
  vi.advanceTimersByTime(5000);
  expect(quote.className).toBe('known');

  const old = JSON.stringify({ at: 1_000_000 - 86_400_001, said: '12:00', prices: { BTC: '66000.00' } });
  expect(arrive('/contract', { stored: { known: old } }).quote.text).toEqual([]);
});
