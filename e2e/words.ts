import { readFileSync } from 'node:fs';
import type { Locale } from '@glasshouse/protocol/locales';

type Dictionary = { [key: string]: string | Dictionary };

/** The sentences of the app, or of the console, in one language, by key; a missing one fails the story. */
export function wordsIn(locale: Locale, app: 'web' | 'backoffice' = 'web'): (key: string) => string {
  const file = new URL(`../${app}/src/locales/${locale}.json`, import.meta.url);
  const words = JSON.parse(readFileSync(file, 'utf8')) as Dictionary;
  return (key) => {
    let node: string | Dictionary | undefined = words;
    for (const part of key.split('.')) node = typeof node === 'object' ? node[part] : undefined;
    if (typeof node !== 'string') throw new Error(`${locale} has no sentence ${key}`);
    return node;
  };
}
