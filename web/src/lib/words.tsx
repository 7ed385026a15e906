import { defaultLocale, fallbackLocale, isLocale, type Locale } from '@glasshouse/protocol/locales';
import { Fragment, type ReactNode, useSyncExternalStore } from 'react';
import type english from '../locales/en-US.json';

/** A leaf is a sentence, or one sentence per plural form (`one`, `few`, `many`, `other`) chosen by `count`. */
type Forms = { other: string };
type Keys<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string | Forms ? `${P}${K}` : Keys<T[K], `${P}${K}.`>;
}[keyof T & string];
export type WordKey = Keys<typeof english>;
export type Values = Record<string, string | number>;

type Dictionary = { [key: string]: string | Dictionary };
type Loaded = { locale: Locale; plural: Intl.PluralRules; words: Dictionary };

// Fetched as data: parsing JSON is cheaper than running a script of the same size.
const files = import.meta.glob<string>('../locales/*.json', { query: '?url', import: 'default', eager: true });
const listeners = new Set<() => void>();
let current: Loaded | undefined;

/** The language in force; en-US for a new visitor, Japanese where the stored name is not one of ours. */
export function storedLocale(): Locale {
  const stored = localStorage.getItem('language');
  if (stored === null) return defaultLocale;
  return isLocale(stored) ? stored : fallbackLocale;
}

/** Loads one language and puts it in force for the whole app and for the server's messages. */
export async function loadLanguage(locale: Locale): Promise<void> {
  const file = files[`../locales/${locale}.json`];
  const answer = file === undefined ? undefined : await fetch(file);
  if (!answer?.ok) throw new Error(`no texts in ${locale}`);
  const words: Dictionary = await answer.json();
  current = { locale, plural: new Intl.PluralRules(locale), words };
  document.documentElement.lang = locale;
  for (const listener of listeners) listener();
}

export async function chooseLanguage(locale: Locale): Promise<void> {
  await loadLanguage(locale);
  localStorage.setItem('language', locale);
}

const currentLocale = () => current?.locale ?? defaultLocale;

/** Calls back with the new language on each change. */
export function whenLanguageChanges(callback: (locale: Locale) => void): () => void {
  const listener = () => callback(currentLocale());
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function sentence(key: WordKey, values: Values): string {
  if (!current) throw new Error('a text was asked for before its language was loaded');
  let node: string | Dictionary | undefined = current.words;
  for (const part of key.split('.')) node = typeof node === 'object' ? node[part] : undefined;
  if (typeof node === 'object') node = node[current.plural.select(Number(values.count ?? 0))] ?? node.other;
  if (typeof node !== 'string') throw new Error(`no text for ${key} in ${current.locale}`);
  return node;
}

const placeholder = /\{(\w+)\}/g;

/** A sentence in the current language, with `{name}` filled in. */
export function t(key: WordKey, values: Values = {}): string {
  return sentence(key, values).replaceAll(placeholder, (whole, name: string) => String(values[name] ?? whole));
}

/** As `t`, for components: they render again when the language changes. */
export function useWords(): { t: typeof t; locale: Locale } {
  const locale = useSyncExternalStore(whenLanguageChanges, currentLocale);
  return { t, locale };
}

/** A sentence whose placeholders are elements: links, bold figures. */
export function Words({ k, ...parts }: { k: WordKey } & Record<string, ReactNode>) {
  useWords();
  const pieces = sentence(k, {}).split(placeholder);
  return pieces.map((piece, i) => <Fragment key={i}>{i % 2 ? parts[piece] : piece}</Fragment>);
}
