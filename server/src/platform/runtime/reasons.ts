import type { Locale } from '@glasshouse/protocol/locales';
import { readReason } from '@glasshouse/protocol/review/reasons';
import { say } from './words.ts';

/** Why something was rejected, as its user reads it. */
function reasonIn(locale: Locale, stored: string): string {
  const { canned, text } = readReason(stored);
  if (canned === null) return text;
  const sentence = say(locale, `reasons.${canned}`);
  return text === '' ? sentence : `${sentence} ${text}`;
}
export const reasonOrNull = (locale: Locale, stored: string | null): string | null =>
  stored === null ? null : reasonIn(locale, stored);
