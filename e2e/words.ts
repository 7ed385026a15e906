import type { Locale } from '@glasshouse/protocol/locales';
import { allWords, type Tree } from '@glasshouse/words/read';
import type { Words } from './screen.ts';

/** The texts of the app or of the console in one language, by key. A missing one fails the test. */
export function wordsIn(locale: Locale, section: 'app' | 'office' = 'app'): Words {
  const words = allWords(section, locale);
  return (key, values = {}) => {
    let node: string | Tree | undefined = words;
    for (const part of key.split('.')) node = typeof node === 'object' ? node[part] : undefined;
    if (typeof node !== 'string') throw new Error(`${locale} has no text for ${key}`);
    return node.replaceAll(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  };
}
