import { z } from 'zod';
import { defaultLocale, type Locale, locales } from '../locales.ts';

export const language = z.enum(locales);

const sentence = z.string().trim().min(1).max(300);
/** A text by operators in some of the eight languages. The site's default language is required when it is written. */
export const texts = z
  .partialRecord(language, sentence)
  .refine((written) => Object.keys(written).length > 0)
  .describe("By language. Readers without a text in their language get the site's, otherwise English, otherwise any.");
export type Texts = z.output<typeof texts>;

/** The text for a reader: in their language, otherwise in the site's, otherwise in English, otherwise in any. */
export function textFor(written: Texts, reader: Locale, site: Locale): { text: string; language: Locale } {
  const found = [reader, site, defaultLocale, ...locales].find((each) => written[each] !== undefined)!;
  return { text: written[found]!, language: found };
}
