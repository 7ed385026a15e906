/// <reference lib="es2025.intl" />
import { fallbackLocale, isLocale, type Locale, locales } from '@glasshouse/protocol/locales';
import { readReason } from '@glasshouse/protocol/review/reasons';
import type { ServerKey } from '@glasshouse/words/keys';
import { allWords } from '@glasshouse/words/read';

export type WordKey = ServerKey;

const words = Object.fromEntries(locales.map((locale) => [locale, allWords('server', locale)])) as Record<
  Locale,
  Record<WordKey, string>
>;

/** The caller's language from the header `think_lang`; Japanese if we don't support it. */
export const localeOf = (header: unknown): Locale => (isLocale(header) ? header : fallbackLocale);

/** A duration in words: `1 hr, 5 min`. The last part is rounded up, and small parts are left out of long durations. */
export function durationText(locale: Locale, seconds: number): string {
  const whole = seconds < 3600 ? seconds : Math.ceil(seconds / 60) * 60;
  const parts = { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60), seconds: whole % 60 };
  return new Intl.DurationFormat(locale, { style: 'short' }).format(parts);
}

/** A sentence in the user's language, with `{name}` filled in. */
export const say = (locale: Locale, key: WordKey, values: Record<string, string | number> = {}): string =>
  words[locale][key].replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

type Sender = { title: string; phrase?: string | undefined };
/** The text of a mail: the user's phrase, the paragraphs, and the sender's signature. */
export const mailText = (locale: Locale, { title, phrase }: Sender, ...paragraphs: string[]): string => {
  const first = phrase === undefined ? [] : [say(locale, 'mail.phrase', { phrase })];
  return `${[...first, ...paragraphs, say(locale, 'mail.signature', { title })].join('\n\n')}\n`;
};

/** The reason for a rejection, as its user reads it. */
function reasonIn(locale: Locale, stored: string): string {
  const { canned, text } = readReason(stored);
  if (canned === null) return text;
  const sentence = say(locale, `reasons.${canned}`);
  return text === '' ? sentence : `${sentence} ${text}`;
}
export const reasonOrNull = (locale: Locale, stored: string | null): string | null =>
  stored === null ? null : reasonIn(locale, stored);
