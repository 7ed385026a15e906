import type { Locale } from '@glasshouse/protocol/locales';

// Named by script if a language has two, because the region alone doesn't say which.
const named: Partial<Record<Locale, string>> = { 'zh-CN': 'zh-Hans', 'zh-HK': 'zh-Hant' };

/** The name of a language in another language, such as "French" in English. */
export const languageIn = (language: Locale, locale: Locale): string =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(named[language] ?? language.slice(0, 2))!;
