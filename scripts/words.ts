import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from '../protocol/src/errors.ts';
import { type Locale, locales } from '../protocol/src/locales.ts';
import { banned, type Place } from '../words/banned.ts';
import type { Section } from '../words/keys.ts';
import { allWords, domains, wordsByDomain } from '../words/read.ts';
import { root } from './run.ts';

/** Every leaf of a locale file: its key and its sentence. Plural forms are leaves too. */
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
  'glasshouse usdt cny vip csv qr id api url sha ed25519 trc20 erc20 bep20 btc eth sol websocket bitcoin ethereum pdf json faq ok utc english français ms apr gmt https email sms png jpeg webp zip'.split(
    ' ',
  ),
);
const latin = ['en-US', 'fr-FR', 'vi-VN'];

/** Whether English was left in another language: the same sentence, or Latin words in a language with another script. */
export function leftInEnglish(locale: Locale, text: string, english: string): boolean {
  const words = text.replaceAll(/\{\w+\}/g, ' ').match(/\p{Script=Latin}{3,}/gu) ?? [];
  const foreign = words.filter((word) => !international.has(word.toLowerCase()));
  if (latin.includes(locale)) return foreign.length > 1 && text === english;
  return foreign.length > 0;
}

/** The faults of one language's words, compared with the English ones. */
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

/** Keys that no source uses, neither completely nor by a template's beginning such as `titles.${name}`. */
export function unused(keys: Iterable<string>, sources: string): string[] {
  const named = new Set([...sources.matchAll(/['"`]([\w]+(?:\.[\w]+)*)['"`]/g)].map(([, key]) => key));
  const beginnings = [...sources.matchAll(/`((?:[\w]+\.)+)\$\{/g)].map(([, start]) => start!);
  return [...keys].filter((key) => !named.has(key) && !beginnings.some((start) => key.startsWith(start)));
}

/** Names that contain a dot. Screens look keys up part by part, so they do not find these. */
export const dotted = (node: object): string[] =>
  Object.entries(node).flatMap(([name, value]) => [
    ...(name.includes('.') ? [name] : []),
    ...(typeof value === 'string' ? [] : dotted(value)),
  ]);

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const load = (section: Section, locale: Locale) => leaves(allWords(section, locale));
const sourcesOf = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map(read)
    .join('\n');

/** Checks the words of one kind of reader, in all languages and domains, against the code that uses them. */
function checkSection(section: Section, sources: string): string[] {
  const english = load(section, 'en-US');
  const keys = new Set([...english.keys()].map((leaf) => (isPlural(english, leaf) ? keyOf(leaf) : leaf)));
  const wrong = locales.flatMap((locale) => compare(locale, load(section, locale), english));
  const inEnglish = wordsByDomain(section, 'en-US');
  const apart = locales.flatMap((locale) => {
    const here = wordsByDomain(section, locale);
    return domains
      .filter((domain) => here.has(domain) !== inEnglish.has(domain))
      .map((domain) => `${domain} has words in English or in ${locale}, not in both`);
  });
  const unspoken = unused(keys, sources).map((key) => `${key} is used nowhere`);
  return [...wrong, ...apart, ...unspoken].map((line) => `${section}: ${line}`);
}

/** Reports keys whose beginning is shared by two domains, because one would overwrite the other. */
function checkOwners(section: Section): string[] {
  const owners = new Map<string, string>();
  return [...wordsByDomain(section, 'en-US')].flatMap(([domain, words]) =>
    Object.keys(words).flatMap((name) => {
      const other = owners.get(name);
      owners.set(name, domain);
      return other ? [`${section}: ${name} is in ${other} and in ${domain}`] : [];
    }),
  );
}

/**
 * Keys that do not belong to a folder. A domain's screens may use its own words, the shell's, and those that its pages
 * declare. The shell may use what it loads itself.
 */
export function strangers(folder: string, sources: string, owners: ReadonlyMap<string, string>): string[] {
  const named = [...sources.matchAll(/(?:words(?::| =)|withWords\([^[]*) ?\[([^\]]*)\]/g)].flatMap(([, list]) =>
    [...list!.matchAll(/'(\w+)'/g)].map(([, domain]) => domain!),
  );
  const known = new Set(['app', folder, ...named]);
  const said = [...sources.matchAll(/['`]([a-zA-Z]+)\.[\w.${}]+['`]/g)].map(([, name]) => name!);
  return [...new Set(said)].filter((name) => owners.has(name) && !known.has(owners.get(name)!));
}

function checkStrangers(): string[] {
  const owners = new Map(
    [...wordsByDomain('app', 'en-US')].flatMap(([domain, words]) =>
      Object.keys(words).map((name) => [name, domain] as const),
    ),
  );
  const folders = readdirSync(join(root, 'web/src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.flatMap(({ name }) =>
    strangers(name, sourcesOf(`web/src/${name}/**/*.{ts,tsx}`), owners).map(
      (word) => `app: web/src/${name} uses ${word}.…, but none of its pages declares that domain`,
    ),
  );
}

/** Checks that terms in files written by the server match the app's. */
function checkBooks(locale: Locale): string[] {
  const [server, web] = [load('server', locale), load('app', locale)];
  return [...server]
    .map(
      ([key, text]) =>
        [
          key,
          text,
          key
            .replace('books.kind.', 'assets.kinds.')
            .replace('books.account.', '')
            .replace('records.state.', 'movements.states.'),
        ] as const,
    )
    .map(
      ([key, text, name]) =>
        [key, text, web.get(name) ?? web.get(`assets.wallets.${name}`) ?? web.get(`assets.systems.${name}`)] as const,
    )
    .filter(([key, text, own]) => /^(books|records\.state)\./.test(key) && own !== undefined && own !== text)
    .map(([key, text, own]) => `${locale}: ${key} is "${text}" on the server and "${own}" in the app`);
}

/** Checks that the console uses the server's terms for accounts, postings and states. */
function checkConsoleBooks(locale: Locale): string[] {
  const [server, own] = [load('server', locale), load('office', locale)];
  return [...own]
    .map(([key, text]) => [key, text, server.get(key.replace('movements.states.', 'records.state.'))] as const)
    .filter(([key, text, said]) => /^(books|movements\.states)\./.test(key) && said !== text)
    .map(([key, text, said]) => `${locale}: ${key} is "${text}" in the console and "${said}" on the server`);
}

/** Replaced words that occur in a text of one language. */
export function replacedWordsIn(locale: Locale, place: Place, text: string): string[] {
  return banned[locale]
    .filter(({ pattern, notIn }) => !notIn?.includes(place) && pattern.test(text))
    .map(({ says }) => says);
}

function checkGlossary(locale: Locale): string[] {
  const spoken = (['app', 'office', 'server'] as const).flatMap((section) =>
    [...load(section, locale)].map(([key, text]) => ({ place: section, where: `${section} ${key}`, text })),
  );
  const written = globSync(`web/src/**/*.${locale}.md`, { cwd: root }).map((file) => ({
    place: 'help' as const,
    where: file,
    text: read(file),
  }));
  return [...spoken, ...written].flatMap(({ place, where, text }) =>
    replacedWordsIn(locale, place, text).map(
      (says) => `${locale}: ${where} has "${says}", but docs/glossary.md has another term`,
    ),
  );
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
  const server = load('server', 'en-US');
  const wrong = [
    ...checkSection('app', sourcesOf('web/src/**/*.{ts,tsx}')),
    ...checkSection('office', sourcesOf('backoffice/src/**/*.{ts,tsx}')),
    ...checkSection('server', sourcesOf('server/src/**/*.ts')),
    ...(['app', 'office'] as const).flatMap(checkOwners),
    ...(['app', 'office'] as const).flatMap((section) =>
      locales.flatMap((locale) =>
        dotted(allWords(section, locale)).map((name) => `${section}: ${locale}: ${name} has a dot in its name`),
      ),
    ),
    ...checkStrangers(),
    ...Object.keys(errors)
      .filter((name) => !server.has(`errors.${name}`))
      .map((name) => `server: the error ${name} has no sentence`),
    ...locales.flatMap(checkBooks),
    ...locales.flatMap(checkConsoleBooks),
    ...checkMarkdown(),
    ...locales.flatMap(checkGlossary),
  ];
  for (const line of wrong) console.log(line);
  console.log(wrong.length === 0 ? 'words: all eight languages are complete' : `words: ${wrong.length} to fix`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
