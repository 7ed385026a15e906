import type { Details } from './specimen.ts';

// A phone that opens its camera may throw the page away: what was typed is there again, in this tab, until it is sent.
const keyOf = (number: string) => `identity-${number}`;

/** What this account has typed so far. */
export function draftOf(number: string): Partial<Details> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(number)) ?? '{}');
  } catch {
    return {};
  }
}

/** Keeps what was typed, or forgets it. */
export function keepDraft(number: string, typed: Details | undefined): void {
  try {
    if (typed) sessionStorage.setItem(keyOf(number), JSON.stringify(typed));
    else sessionStorage.removeItem(keyOf(number));
  } catch {
    // A browser that keeps nothing: it is typed again.
  }
}
