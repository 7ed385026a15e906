import { defaultLocale, fallbackLocale, isLocale, type Locale } from '@glasshouse/protocol/locales';
import { Fragment, type ReactNode } from 'react';

/** A leaf is a sentence, or one sentence per plural form (`one`, `few`, `many`, `other`) chosen by `count`. */
type Forms = { other: string };
export type Keys<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string | Forms ? `${P}${K}` : Keys<T[K], `${P}${K}.`>;
}[keyof T & string];
export type Values = Record<string, string | number>;

type Tree = { [key: string]: string | Tree };
type Loaded = { locale: Locale; plural: Intl.PluralRules; words: Tree };

const placeholder = /\{(\w+)\}/g;

/** The language in force; en-US for a new visitor, Japanese where the stored name is not one of ours. */
export function storedLocale(): Locale {
  const stored = localStorage.getItem('language');
  if (stored === null) return defaultLocale;
  return isLocale(stored) ? stored : fallbackLocale;
}

/**
 * The words of one app in all languages; `files` holds where each language's file is. They are fetched as data: parsing JSON
 * is cheaper than running a script of the same size.
 */
export function openDictionary<Key extends string>(files: Record<string, string>) {
  const listeners = new Set<() => void>();
  let current: Loaded | undefined;
  const currentLocale = () => current?.locale ?? defaultLocale;

  /** Loads one language and puts it in force for the whole app and for the server's messages. */
  async function loadLanguage(locale: Locale): Promise<void> {
    const file = files[`../locales/${locale}.json`];
    const answer = file === undefined ? undefined : await fetch(file);
    if (!answer?.ok) throw new Error(`no texts in ${locale}`);
    const words: Tree = await answer.json();
    current = { locale, plural: new Intl.PluralRules(locale), words };
    document.documentElement.lang = locale;
    for (const listener of listeners) listener();
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

  /** The sentence of a key as it is written, its placeholders still in it. */
  function sentence(key: Key, values: Values = {}): string {
    if (!current) throw new Error('a text was asked for before its language was loaded');
    let node: string | Tree | undefined = current.words;
    for (const part of key.split('.')) node = typeof node === 'object' ? node[part] : undefined;
    if (typeof node === 'object') node = node[current.plural.select(Number(values.count ?? 0))] ?? node.other;
    if (typeof node !== 'string') throw new Error(`no text for ${key} in ${current.locale}`);
    return node;
  }

  /** A sentence in the current language, with `{name}` filled in. */
  const t = (key: Key, values: Values = {}): string =>
    sentence(key, values).replaceAll(placeholder, (whole, name: string) => String(values[name] ?? whole));

  return { loadLanguage, chooseLanguage, whenLanguageChanges, currentLocale, sentence, t };
}

/** A sentence whose placeholders are elements: links, bold figures. */
export const withParts = (text: string, parts: Record<string, ReactNode>): ReactNode[] =>
  text.split(placeholder).map((piece, i) => <Fragment key={i}>{i % 2 ? parts[piece] : piece}</Fragment>);
