import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { passwordLength } from '@glasshouse/protocol/session/calls';
import type { Weakness } from '@glasshouse/protocol/session/weak-passwords';

// A prefix of four bytes for each of the 100,000 most common passwords that are long enough for us, made by scripts/common-passwords.ts.
// One in 43,000 other passwords is refused by mistake.
const common = new Uint32Array(Uint8Array.from(readFileSync(new URL('common-passwords.bin', import.meta.url))).buffer);

/** The list's entry for a password: the first four bytes of the SHA-256 of its normalized, lower-case form. */
export const prefixOf = (password: string): number =>
  createHash('sha256').update(password.normalize('NFKC').toLowerCase()).digest().readUInt32LE();

const minDifferent = 5;
/** How many different characters a password has, without spaces and invisible ones. */
const differentIn = (password: string) =>
  new Set(
    password
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[\s\p{Default_Ignorable_Code_Point}]/gu, ''),
  ).size;

const minWord = 4;
/**
 * Words from names and addresses that an attacker who knows the user would try. For a phone number, also its end
 * without the country code.
 */
const wordsOf = (texts: readonly (string | null | undefined)[]): string[] =>
  texts
    .flatMap((text) => bare(text ?? '', ' ').split(' '))
    .flatMap((word) => (/^\d{8,}$/.test(word) ? [word, word.slice(-7)] : [word]))
    .filter((word) => word.length >= minWord)
    .toSorted((a, b) => b.length - a.length);
const bare = (text: string, between = '') =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, between);

/** Whether little is left of a password without the words of this site and its user, such as "Glasshouse-2026". */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const whole = bare(password);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), whole);
  return rest.length < whole.length && rest.length < passwordLength.min;
}

/** Texts that others know: the title of the site, and the user's name, email and phone. */
type GuessableTexts = { site: string } & Partial<Record<'name' | 'email' | 'phone', string | null>>;

/** Why a new password is refused, or undefined. Existing passwords are never checked. */
export function weaknessOf(password: string, { site, name, email, phone }: GuessableTexts): Weakness | undefined {
  if (differentIn(password) < minDifferent) return 'password_repeats';
  if (common.includes(prefixOf(password))) return 'password_common';
  const sources = [
    ['password_is_site', ['glasshouse', site]],
    ['password_is_name', [name]],
    ['password_is_email', [email]],
    ['password_is_phone', [phone]],
  ] as const;
  const all = sources.flatMap(([, texts]): readonly (string | null | undefined)[] => texts);
  if (!isMadeOf(password, wordsOf(all))) return undefined;
  return sources.find(([, texts]) => isMadeOf(password, wordsOf(texts)))?.[0] ?? 'password_guessable';
}
