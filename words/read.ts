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

type Sections = Partial<Record<Section, Tree>>;
/** A file of words. `shared` are sentences of this domain that belong to the screens of other domains. */
type WordFile = Sections & { shared?: Record<string, Sections> };

const merge = (into: Tree, more: Tree): Tree => {
  const merged = { ...into };
  for (const [key, value] of Object.entries(more)) {
    const known = merged[key];
    merged[key] = typeof known === 'object' && typeof value === 'object' ? merge(known, value) : value;
  }
  return merged;
};

/** The sentences for one kind of reader by domain. Domains without any are left out. */
export function wordsByDomain(section: Section, locale: Locale): Map<string, Tree> {
  const files = domains.map((domain): [string, WordFile] => [
    domain,
    JSON.parse(readFileSync(here(`${domain}/${locale}.json`), 'utf8')),
  ]);
  const found = new Map(
    files.flatMap(([domain, { [section]: own }]): [string, Tree][] => (own ? [[domain, own]] : [])),
  );
  for (const [, { shared = {} }] of files)
    for (const [domain, { [section]: more }] of Object.entries(shared))
      if (more) found.set(domain, merge(found.get(domain) ?? {}, more));
  return found;
}

/** The sentences of one domain for one kind of reader; undefined if there are none. */
export const wordsOf = (domain: string, section: Section, locale: Locale): Tree | undefined =>
  wordsByDomain(section, locale).get(domain);

/** The sentences of all domains for one kind of reader. */
export const allWords = (section: Section, locale: Locale): Tree =>
  Object.assign({}, ...wordsByDomain(section, locale).values());
