import { isLocale, type Locale } from '@glasshouse/protocol/locales';
import type { Texts } from '@glasshouse/protocol/site/texts';
import type { Tx } from '#platform/database/db.ts';
import { err } from '#platform/http/result.ts';
import { newestConfig } from './sql.ts';

/** The site's own language. */
export const siteLanguage = async (tx: Tx): Promise<Locale> => (await newestConfig(tx)).language as Locale;

/** In which language to write to somebody: theirs, or the site's where theirs is not known. */
export const languageFor = async (tx: Tx, { language }: { language: string | null }): Promise<Locale> =>
  isLocale(language) ? language : siteLanguage(tx);

/** Refuses a text that is not written in the site's language. */
export async function languageMissing(tx: Tx, texts: Texts) {
  const language = await siteLanguage(tx);
  return texts[language] === undefined ? err('text_missing', { fields: [`texts.${language}`] }) : undefined;
}
