import type { Locale } from '@glasshouse/protocol/locales';

// By script where a language has two: the region alone would not say which.
const named: Partial<Record<Locale, string>> = { 'zh-CN': 'zh-Hans', 'zh-HK': 'zh-Hant' };

/** What a language is called in another one, such as "French" in English. */
export const languageIn = (language: Locale, locale: Locale): string =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(named[language] ?? language.slice(0, 2))!;
