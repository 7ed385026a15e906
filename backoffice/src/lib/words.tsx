import { openDictionary } from '@glasshouse/kit/dictionary.tsx';
import type { Locale } from '@glasshouse/protocol/locales';
import type { OfficeKey } from '@glasshouse/words/keys';
import { useSyncExternalStore } from 'react';

export type WordKey = OfficeKey;

declare const __WORDS__: string;

/** The file with the words of an area in a language. */
export const addressOfWords = (part: 'all', locale: Locale): string => `${__WORDS__}${part}.${locale}.json`;

const { loadLanguage, chooseLanguage, whenLanguageChanges, currentLocale, t } = openDictionary<WordKey, 'all'>(
  ['all'],
  addressOfWords,
);

export { chooseLanguage, loadLanguage, t };

/** Like `t`, for components: they render again when the language changes. */
export function useWords(): { t: typeof t; locale: Locale } {
  return { t, locale: useSyncExternalStore(whenLanguageChanges, currentLocale) };
}
