import { z } from 'zod';
import { defaultLocale, type Locale, locales } from '../locales.ts';

export const language = z.enum(locales);

const sentence = z.string().trim().min(1).max(300);
/** A text of the operators in some of the eight languages. That of the site must be one of them when it is written. */
export const texts = z
  .partialRecord(language, sentence)
  .refine((written) => Object.keys(written).length > 0)
  .describe("By language. Who finds none in theirs reads the site's, or else English, or else what is there.");
export type Texts = z.output<typeof texts>;

/** A text as one reader gets it: in their language, or else in the site's, in English, in any. */
export function textFor(written: Texts, reader: Locale, site: Locale): { text: string; language: Locale } {
  const found = [reader, site, defaultLocale, ...locales].find((each) => written[each] !== undefined)!;
  return { text: written[found]!, language: found };
}
