import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from '../protocol/src/errors.ts';
import { type Locale, locales } from '../protocol/src/locales.ts';
import { root } from './run.ts';

/** Every leaf of a locale file: its key and its sentence; plural forms are leaves too. */
export function leaves(node: object, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(node)) {
    if (typeof value === 'string') found.set(`${prefix}${name}`, value);
    else for (const [key, text] of leaves(value, `${prefix}${name}.`)) found.set(key, text);
  }
  return found;
}

const plural = /\.(zero|one|two|few|many|other)$/;
const keyOf = (leaf: string) => leaf.replace(plural, '');
const isPlural = (words: Map<string, string>, leaf: string) => plural.test(leaf) && words.has(`${keyOf(leaf)}.other`);
const placeholders = (text: string) =>
  [...text.matchAll(/\{\w+\}/g)]
    .map(([name]) => name)
    .sort()
    .join(' ');

// Names and units that are the same everywhere.
const international = new Set(
  'glasshouse usdt cny vip csv qr id api url sha ed25519 trc20 erc20 bep20 btc eth sol websocket bitcoin ethereum pdf json faq ok utc english français ms apr gmt https email sms'.split(
    ' ',
  ),
);
const latin = ['en-US', 'fr-FR', 'vi-VN'];

/** English that was left in another language: the same sentence, or Latin words where another script is written. */
export function leftInEnglish(locale: Locale, text: string, english: string): boolean {
  const words = text.replaceAll(/\{\w+\}/g, ' ').match(/\p{Script=Latin}{3,}/gu) ?? [];
  const foreign = words.filter((word) => !international.has(word.toLowerCase()));
  if (latin.includes(locale)) return foreign.length > 1 && text === english;
  return foreign.length > 0;
}

/** What is wrong with one language's words, compared with the English ones. */
export function compare(locale: Locale, words: Map<string, string>, english: Map<string, string>): string[] {
  const wrong: string[] = [];
  const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  for (const [leaf, text] of english) {
    if (isPlural(english, leaf)) continue;
    const own = words.get(leaf);
    if (own === undefined) wrong.push(`${locale}: ${leaf} is missing`);
    else if (own.trim() === '') wrong.push(`${locale}: ${leaf} is empty`);
    else if (placeholders(own) !== placeholders(text)) wrong.push(`${locale}: ${leaf} has other placeholders`);
    else if (locale !== 'en-US' && leftInEnglish(locale, own, text))
      wrong.push(`${locale}: ${leaf} is in English: ${own}`);
  }
  for (const key of new Set([...english.keys()].filter((leaf) => isPlural(english, leaf)).map(keyOf))) {
    for (const category of categories) {
      const own = words.get(`${key}.${category}`);
      if (own === undefined) wrong.push(`${locale}: ${key} has no form for ${category}`);
      else if (locale !== 'en-US' && leftInEnglish(locale, own, english.get(`${key}.other`) ?? ''))
        wrong.push(`${locale}: ${key}.${category} is in English: ${own}`);
    }
  }
  for (const leaf of words.keys()) {
    if (!english.has(leaf) && !isPlural(words, leaf)) wrong.push(`${locale}: ${leaf} is in no other language`);
  }
  return wrong;
}

/** Keys that no source names, neither whole nor by a template's beginning such as `titles.${name}`. */
export function unused(keys: Iterable<string>, sources: string): string[] {
  const named = new Set([...sources.matchAll(/['"`]([\w]+(?:\.[\w]+)*)['"`]/g)].map(([, key]) => key));
  const beginnings = [...sources.matchAll(/`((?:[\w]+\.)+)\$\{/g)].map(([, start]) => start!);
  return [...keys].filter((key) => !named.has(key) && !beginnings.some((start) => key.startsWith(start)));
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const load = (folder: string, locale: Locale) => leaves(JSON.parse(read(`${folder}/${locale}.json`)));
const sourcesOf = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map(read)
    .join('\n');

function checkFolder(folder: string, sources: string): string[] {
  const english = load(folder, 'en-US');
  const keys = new Set([...english.keys()].map((leaf) => (isPlural(english, leaf) ? keyOf(leaf) : leaf)));
  const wrong = locales.flatMap((locale) => compare(locale, load(folder, locale), english));
  return [...wrong, ...unused(keys, sources).map((key) => `${key} is used nowhere`)].map(
    (line) => `${folder}: ${line}`,
  );
}

/** What the server writes into files must be called as the app calls it. */
function checkBooks(locale: Locale): string[] {
  const [server, web] = [load('server/src/locales', locale), load('web/src/locales', locale)];
  return [...server]
    .map(
      ([key, text]) => [key, text, key.replace('books.kind.', 'assets.kinds.').replace('books.account.', '')] as const,
    )
    .map(
      ([key, text, name]) =>
        [key, text, web.get(name) ?? web.get(`assets.wallets.${name}`) ?? web.get(`assets.systems.${name}`)] as const,
    )
    .filter(([key, text, own]) => key.startsWith('books.') && own !== undefined && own !== text)
    .map(([key, text, own]) => `${locale}: ${key} is "${text}" on the server and "${own}" in the app`);
}

/** The console calls accounts and postings as the server does. */
function checkConsoleBooks(locale: Locale): string[] {
  const [server, own] = [load('server/src/locales', locale), load('backoffice/src/locales', locale)];
  return [...own]
    .filter(([key, text]) => key.startsWith('books.') && server.get(key) !== text)
    .map(([key, text]) => `${locale}: ${key} is "${text}" in the console and "${server.get(key)}" on the server`);
}

function checkMarkdown(): string[] {
  const pages = globSync('web/src/**/*.en-US.md', { cwd: root });
  return pages.flatMap((page) =>
    locales
      .filter((locale) => globSync(page.replace('en-US', locale), { cwd: root }).length === 0)
      .map((locale) => `${page} has no ${locale} version`),
  );
}

if (import.meta.main) {
  const server = load('server/src/locales', 'en-US');
  const wrong = [
    ...checkFolder('web/src/locales', sourcesOf('web/src/**/*.{ts,tsx}')),
    ...checkFolder('backoffice/src/locales', sourcesOf('backoffice/src/**/*.{ts,tsx}')),
    ...checkFolder('server/src/locales', sourcesOf('server/src/**/*.ts')),
    ...Object.keys(errors)
      .filter((name) => !server.has(`errors.${name}`))
      .map((name) => `server/src/locales: the refusal ${name} has no sentence`),
    ...locales.flatMap(checkBooks),
    ...locales.flatMap(checkConsoleBooks),
    ...checkMarkdown(),
  ];
  for (const line of wrong) console.log(line);
  console.log(wrong.length === 0 ? 'words: all eight languages are complete' : `words: ${wrong.length} to mend`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
