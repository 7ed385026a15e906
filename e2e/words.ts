import type { Locale } from '@glasshouse/protocol/locales';
import { allWords, type Tree } from '@glasshouse/words/read';
import type { Words } from './screen.ts';

/** The sentences of the app, or of the console, in one language, by key; a missing one fails the story. */
export function wordsIn(locale: Locale, section: 'app' | 'office' = 'app'): Words {
  const words = allWords(section, locale);
  return (key, values = {}) => {
    let node: string | Tree | undefined = words;
    for (const part of key.split('.')) node = typeof node === 'object' ? node[part] : undefined;
    if (typeof node !== 'string') throw new Error(`${locale} has no sentence ${key}`);
    return node.replaceAll(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  };
}
