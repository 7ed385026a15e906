import { openDictionary, withParts } from '@glasshouse/kit/dictionary.tsx';
import type { Locale } from '@glasshouse/protocol/locales';
import type { AppDomain, AppKey } from '@glasshouse/words/keys';
import { type ReactNode, useSyncExternalStore } from 'react';

export { storedLocale } from '@glasshouse/kit/dictionary.tsx';
export type { AppDomain } from '@glasshouse/words/keys';
export type WordKey = AppKey;

declare const __WORDS__: string;

// The shell's words are loaded before the first render; those of a domain load with its pages.
const dictionary = openDictionary<WordKey, AppDomain>(['app'], (part, locale) => `${__WORDS__}${part}.${locale}.json`);

export const { loadLanguage, chooseLanguage, needWords, whenLanguageChanges, t } = dictionary;

/** Like `t`, for components: they rerender when the language changes. */
export function useWords(): { t: typeof t; locale: Locale } {
  const locale = useSyncExternalStore(whenLanguageChanges, dictionary.currentLocale);
  return { t, locale };
}

/** A sentence whose placeholders are elements: links, bold figures. */
export function Words({ k, ...parts }: { k: WordKey } & Record<string, ReactNode>) {
  useWords();
  return withParts(dictionary.sentence(k), parts);
}
