import { readdirSync, readFileSync } from 'node:fs';
import type { Locale } from '@glasshouse/protocol/locales';
import type { Section } from './keys.ts';

export type Tree = { [key: string]: string | Tree };

const here = (path: string) => new URL(path, import.meta.url);

/** Every domain that has words. */
export const domains: readonly string[] = readdirSync(here('.'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
  .map(({ name }) => name)
  .sort();

/** What one domain says to one kind of reader; undefined where it says nothing to them. */
export function wordsOf(domain: string, section: Section, locale: Locale): Tree | undefined {
  const file = JSON.parse(readFileSync(here(`${domain}/${locale}.json`), 'utf8')) as Partial<Record<Section, Tree>>;
  return file[section];
}

/** What all domains together say to one kind of reader. */
export const allWords = (section: Section, locale: Locale): Tree =>
  Object.assign({}, ...domains.map((domain) => wordsOf(domain, section, locale)));
