import type { Locale } from '@glasshouse/protocol/locales';
import { allWords, type Tree } from '@glasshouse/words/read';

/** The sentences of the app, or of the console, in one language, by key; a missing one fails the story. */
export function wordsIn(locale: Locale, section: 'app' | 'office' = 'app'): (key: string) => string {
  const words = allWords(section, locale);
  return (key) => {
    let node: string | Tree | undefined = words;
    for (const part of key.split('.')) node = typeof node === 'object' ? node[part] : undefined;
    if (typeof node !== 'string') throw new Error(`${locale} has no sentence ${key}`);
    return node;
  };
}
