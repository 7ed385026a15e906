import { defaultLocale, fallbackLocale, isLocale, type Locale } from '@glasshouse/protocol/locales';
import { Fragment, type ReactNode } from 'react';
import { spokenBy } from './languages.ts';

type Values = Record<string, string | number>;

type Tree = { [key: string]: string | Tree };
type Loaded = { locale: Locale; plural: Intl.PluralRules; words: Tree };

const placeholder = /\{(\w+)\}/g;

/**
 * The chosen language, otherwise the browser's, otherwise en-US. Falls back to Japanese if the stored name is unknown.
 */
export function storedLocale(): Locale {
  const stored = localStorage.getItem('language');
  if (stored === null) return spokenBy(navigator.languages) ?? defaultLocale;
  return isLocale(stored) ? stored : fallbackLocale;
}

/** Loaded as data, because parsing JSON is cheaper than running a script of the same size. */
async function fetchWords(address: string): Promise<Tree> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`no texts at ${address}`);
  return answer.json();
}

/**
 * The texts of one app, in parts. The parts in `first` load before the first render, the others with the code that uses
 * them. `addressOf` returns the address of a part's file in a language.
 */
export function openDictionary<Key extends string, Part extends string>(
  first: readonly Part[],
  addressOf: (part: Part, locale: Locale) => string,
) {
  const listeners = new Set<() => void>();
  const wanted = new Set<Part>(first);
  const fetched = new Map<string, Promise<Tree>>();
  let current: Loaded | undefined;
  let coming: { loaded: Promise<void> } | undefined;
  const currentLocale = () => current?.locale ?? defaultLocale;

  /** Caches loaded files. A failed one is requested again. */
  function fileOf(part: Part, locale: Locale): Promise<Tree> {
    const address = addressOf(part, locale);
    const loading = fetched.get(address) ?? fetchWords(address);
    fetched.set(address, loading);
    loading.catch(() => fetched.delete(address));
    return loading;
  }

  async function everythingIn(locale: Locale): Promise<Tree> {
    let parts: Part[];
    let trees: Tree[];
    // A page may have requested more parts while these were loading.
    do {
      parts = [...wanted];
      trees = await Promise.all(parts.map((part) => fileOf(part, locale)));
    } while (parts.length < wanted.size);
    return Object.assign({}, ...trees);
  }

  /** Loads a language and applies it to the entire app and to the server's messages. */
  async function loadLanguage(locale: Locale): Promise<void> {
    const load = async () => {
      const words = await everythingIn(locale);
      // If another language was chosen in the meantime, that one wins.
      if (coming !== mine) return;
      current = { locale, plural: new Intl.PluralRules(locale), words };
      document.documentElement.lang = locale;
      for (const listener of listeners) listener();
    };
    const before = coming;
    const mine = { loaded: Promise.resolve() };
    coming = mine;
    mine.loaded = load();
    try {
      await mine.loaded;
    } catch (error) {
      // The previous language stays in effect, and pages continue to use it.
      if (coming === mine) coming = before;
      throw error;
    }
  }

  /** Loads the parts a page needs, in the current language or the one that is loading. */
  async function needWords(parts: readonly Part[]): Promise<void> {
    for (const part of parts) wanted.add(part);
    const asked = coming;
    try {
      await asked?.loaded;
      if (!current) return;
      const { locale } = current;
      const trees = await Promise.all(parts.map((part) => fileOf(part, locale)));
      if (current.locale === locale) Object.assign(current.words, ...trees);
      else await needWords(parts);
    } catch (error) {
      // If the language failed to load, another one may have been chosen by now.
      await new Promise((resolve) => setTimeout(resolve));
      if (asked === coming) throw error;
      await needWords(parts);
    }
  }

  async function chooseLanguage(locale: Locale): Promise<void> {
    await loadLanguage(locale);
    localStorage.setItem('language', locale);
  }

  /** Calls back with the new language on each change. */
  function whenLanguageChanges(callback: (locale: Locale) => void): () => void {
    const listener = () => callback(currentLocale());
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** The text of a key with its placeholders. */
  function sentence(key: Key, values: Values = {}): string {
    if (!current) throw new Error('a text was used before its language had loaded');
    let node: string | Tree | undefined = current.words;
    for (const part of key.split('.')) node = typeof node === 'object' ? node[part] : undefined;
    if (typeof node === 'object') node = node[current.plural.select(Number(values.count ?? 0))] ?? node.other;
    if (typeof node !== 'string') throw new Error(`no text for ${key} in ${current.locale}`);
    return node;
  }

  /** The text of a key in the current language, with `{name}` filled in. */
  const t = (key: Key, values: Values = {}): string =>
    sentence(key, values).replaceAll(placeholder, (whole, name: string) => String(values[name] ?? whole));

  return { loadLanguage, chooseLanguage, needWords, whenLanguageChanges, currentLocale, sentence, t };
}

/** Fills the placeholders of a text with elements: links, bold figures. */
export const withParts = (text: string, parts: Record<string, ReactNode>): ReactNode[] =>
  text.split(placeholder).map((piece, i) => <Fragment key={i}>{i % 2 ? parts[piece] : piece}</Fragment>);
