import type { Details } from './specimen.ts';

// A phone that opens its camera may throw the page away: what was typed is there again, in this tab, until it is sent or its
// person has logged out.
const kept = 'identity';

/** What this account has typed so far. */
export function draftOf(number: string): Partial<Details> {
  try {
    const { of, typed } = JSON.parse(sessionStorage.getItem(kept) ?? '{}');
    return of === number ? typed : {};
  } catch {
    return {};
  }
}

export function keepDraft(number: string, typed: Details): void {
  try {
    sessionStorage.setItem(kept, JSON.stringify({ of: number, typed }));
  } catch {
    // A browser that keeps nothing: it is typed again.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(kept);
  } catch {
    // It kept nothing.
  }
}
