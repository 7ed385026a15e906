import type { Locale } from '@glasshouse/protocol/locales';
import { type ReactNode, useSyncExternalStore } from 'react';
import type english from '../locales/en-US.json';
import { type Keys, openDictionary, withParts } from './dictionary.tsx';

export { storedLocale, type Values } from './dictionary.tsx';

export type WordKey = Keys<typeof english>;

const files = import.meta.glob<string>('../locales/*.json', { query: '?url', import: 'default', eager: true });
const dictionary = openDictionary<WordKey>(files);

export const { loadLanguage, chooseLanguage, whenLanguageChanges, t } = dictionary;

/** As `t`, for components: they render again when the language changes. */
export function useWords(): { t: typeof t; locale: Locale } {
  const locale = useSyncExternalStore(whenLanguageChanges, dictionary.currentLocale);
  return { t, locale };
}

/** A sentence whose placeholders are elements: links, bold figures. */
export function Words({ k, ...parts }: { k: WordKey } & Record<string, ReactNode>) {
  useWords();
  return withParts(dictionary.sentence(k), parts);
}
