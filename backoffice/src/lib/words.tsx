import type { Locale } from '@glasshouse/protocol/locales';
import { type Keys, openDictionary } from '@glasshouse/web/lib/dictionary.tsx';
import { useSyncExternalStore } from 'react';
import type english from '../locales/en-US.json';

export type WordKey = Keys<typeof english>;

const files = import.meta.glob<string>('../locales/*.json', { query: '?url', import: 'default', eager: true });
const { loadLanguage, chooseLanguage, whenLanguageChanges, currentLocale, t } = openDictionary<WordKey>(files);

export { chooseLanguage, loadLanguage, t };

/** As `t`, for components: they render again when the language changes. */
export function useWords(): { t: typeof t; locale: Locale } {
  return { t, locale: useSyncExternalStore(whenLanguageChanges, currentLocale) };
}
