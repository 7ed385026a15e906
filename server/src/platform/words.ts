import { fallbackLocale, isLocale, type Locale, locales } from '@glasshouse/protocol/locales';
import english from '../locales/en-US.json' with { type: 'json' };

export type WordKey = keyof typeof english;
type Words = Record<WordKey, string>;

const files = await Promise.all(
  locales.map(async (locale) => [
    locale,
    (await import(`../locales/${locale}.json`, { with: { type: 'json' } })).default,
  ]),
);
const words: Record<Locale, Words> = Object.fromEntries(files);

/** The caller's language as the header `think_lang` names it; Japanese where it names none of ours. */
export const localeOf = (header: unknown): Locale => (isLocale(header) ? header : fallbackLocale);

/** A sentence for a person, in their language, with `{name}` filled in. */
export const say = (locale: Locale, key: WordKey, values: Record<string, string | number> = {}): string =>
  words[locale][key].replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
