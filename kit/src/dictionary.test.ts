import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locale } from '@glasshouse/protocol/locales';
import { expect, onTestFinished, test } from 'vitest';
import { openDictionary } from './dictionary.tsx';

type Key = 'app.name' | 'home.left' | 'home.hello';
type Part = 'app' | 'home';

const sentences: Record<string, object> = {
  'app.en-US': { app: { name: 'Glasshouse' } },
  'app.ru-RU': { app: { name: 'Теплица' } },
  'app.fr-FR': { app: { name: 'Serre' } },
  'home.en-US': { home: { hello: 'Hello, {name}', left: { one: '{count} day left', other: '{count} days left' } } },
  'home.ru-RU': {
    home: {
      hello: 'Привет, {name}',
      left: { one: '{count} день', few: '{count} дня', many: '{count} дней', other: '' },
    },
  },
};

/** A dictionary whose files come from a test server; some are missing, or arrive when the test releases them. */
async function open() {
  // The browser's objects other than the network.
  const page = { documentElement: { lang: '' } };
  Object.assign(globalThis, { document: page });
  const asked: string[] = [];
  const missing = new Set<string>();
  const delays = new Map<string, Promise<void>>();
  const server = createServer(async (request, response) => {
    const name = request.url!.slice(1);
    asked.push(name);
    await delays.get(name);
    const words = missing.has(name) ? undefined : sentences[name];
    response.writeHead(words ? 200 : 404).end(JSON.stringify(words ?? {}));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const addressOf = (part: Part, locale: Locale) => `http://127.0.0.1:${port}/${part}.${locale}`;
  const hold = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    delays.set(name, promise);
    return resolve;
  };
  return { dictionary: openDictionary<Key, Part>(['app'], addressOf), asked, missing, hold, page };
}

test('words load with the part that needs them, and each file once', async () => {
  const { dictionary, asked, page } = await open();
  await dictionary.loadLanguage('en-US');
  expect(page.documentElement.lang).toBe('en-US');
  expect(dictionary.t('app.name')).toBe('Glasshouse');
  expect(() => dictionary.t('home.hello')).toThrow('no text for home.hello in en-US');
  await Promise.all([dictionary.needWords(['home']), dictionary.needWords(['home', 'app'])]);
  expect(dictionary.t('home.hello', { name: 'Ann' })).toBe('Hello, Ann');
  expect(dictionary.t('home.left', { count: 1 })).toBe('1 day left');
  expect(asked.toSorted()).toEqual(['app.en-US', 'home.en-US']);
});

test('a page that requests words before the first language has loaded waits for it', async () => {
  const { dictionary } = await open();
  const loaded = dictionary.loadLanguage('ru-RU');
  await dictionary.needWords(['home']);
  await loaded;
  expect([1, 3, 5].map((count) => dictionary.t('home.left', { count }))).toEqual(['1 день', '3 дня', '5 дней']);
});

test('a language takes effect only once all parts in use have loaded in it', async () => {
  const { dictionary, asked, hold } = await open();
  const changes: Locale[] = [];
  dictionary.whenLanguageChanges((locale) => void changes.push(locale));
  await dictionary.loadLanguage('en-US');
  await dictionary.needWords(['home']);
  const letGo = hold('home.ru-RU');
  const changed = dictionary.loadLanguage('ru-RU');
  await expect.poll(() => asked).toContain('home.ru-RU');
  expect(dictionary.t('home.hello', { name: 'Ann' })).toBe('Hello, Ann');
  letGo();
  await changed;
  expect(dictionary.t('home.hello', { name: 'Ann' })).toBe('Привет, Ann');
  expect(changes).toEqual(['en-US', 'ru-RU']);
});

test('the language chosen last wins, whichever loads first', async () => {
  const { dictionary, hold } = await open();
  const letGo = hold('app.ru-RU');
  const first = dictionary.loadLanguage('ru-RU');
  await dictionary.loadLanguage('en-US');
  letGo();
  await first;
  expect(dictionary.currentLocale()).toBe('en-US');
});

test('a failed file is requested again, and a failed language leaves the previous one in effect', async () => {
  const { dictionary, asked, missing } = await open();
  missing.add('home.en-US');
  await dictionary.loadLanguage('en-US');
  await expect(dictionary.needWords(['home'])).rejects.toThrow('no texts');
  missing.clear();
  await dictionary.needWords(['home']);
  expect(dictionary.t('home.hello', { name: 'Ann' })).toBe('Hello, Ann');
  expect(asked.filter((name) => name === 'home.en-US')).toHaveLength(2);
  await expect(dictionary.loadLanguage('fr-FR')).rejects.toThrow('no texts');
  expect(dictionary.t('app.name')).toBe('Glasshouse');
  await dictionary.needWords(['home']);
});

test('a page that waited for a language that failed continues with the one that loaded', async () => {
  const { dictionary, missing } = await open();
  missing.add('app.ru-RU');
  const loaded = dictionary.loadLanguage('ru-RU').catch(() => dictionary.loadLanguage('en-US'));
  await dictionary.needWords(['home']);
  await loaded;
  expect(dictionary.t('home.hello', { name: 'Ann' })).toBe('Hello, Ann');
});
