import { z } from 'zod';
import { defaultLocale, type Locale, locales } from '../locales.ts';

export const language = z.enum(locales);

const sentence = z.string().trim().min(1).max(300);
/** A text by operators in some of the eight languages. The site's default language is required when it is written. */
export const texts = z
  .partialRecord(language, sentence)
  .refine((written) => Object.keys(written).length > 0)
  .describe("By language. Who finds none in theirs reads the site's, or else English, or else what is there.");
export type Texts = z.output<typeof texts>;

/** The text for a reader: in their language, otherwise in the site's, otherwise in English, otherwise in any. */
export function textFor(written: Texts, reader: Locale, site: Locale): { text: string; language: Locale } {
  const found = [reader, site, defaultLocale, ...locales].find((each) => written[each] !== undefined)!;
  return { text: written[found]!, language: found };
}
