import { now } from '@glasshouse/kit/clock.ts';
import { useRef, useState } from 'react';
import { useAccount } from './account.ts';

// A reload, or a phone that throws the page away, loses nothing that was typed: it is there again, in this tab, until it is sent, its
// person has logged out or half an hour has passed.
const kept = 'draft ';
const lasts = 30 * 60_000;
const longest = 4000; // characters

type Values = Record<string, string | boolean>;

/** What this account has typed so far into a form. */
export function draftOf<V>(form: string, number: string): Partial<V> {
  try {
    const { of, at, typed } = JSON.parse(sessionStorage.getItem(kept + form) ?? '{}');
    return of === number && now() - at < lasts ? typed : {};
  } catch {
    return {};
  }
}

export function keepDraft(form: string, number: string, typed: object): void {
  try {
    const text = JSON.stringify({ of: number, at: now(), typed });
    if (text.length <= longest) sessionStorage.setItem(kept + form, text);
  } catch {
    // A browser that keeps nothing: it is typed again.
  }
}

export function forgetDraft(form: string): void {
  try {
    sessionStorage.removeItem(kept + form);
  } catch {
    // It kept nothing.
  }
}

/** Whose a draft is; nobody's if it cannot be read. */
function ownerOf(key: string): string | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '')?.of;
  } catch {
    return undefined;
  }
}

/** Whoever comes next to this tab finds nothing of the one before. What whoever is here has typed, by their number, may stay. */
export function forgetDrafts(except?: string): void {
  try {
    const drafts = Object.keys(sessionStorage).filter((key) => key.startsWith(kept));
    for (const key of drafts) if (except === undefined || ownerOf(key) !== except) sessionStorage.removeItem(key);
  } catch {
    // It kept nothing.
  }
}

/** What is typed into a form, kept as a draft: all of it, or what `keep` leaves of it. Never a password, nor anything of a card. */
export function useDraft<V extends Values>(
  form: string,
  empty: V,
  keep: (typed: V) => Partial<V> = (typed) => typed,
): { typed: V; change: (part: Partial<V>) => void; forget: () => void } {
  const number = useAccount().user?.number ?? '';
  const [typed, setTyped] = useState<V>(() => ({ ...empty, ...draftOf<V>(form, number) }));
  const latest = useRef(typed);
  return {
    typed,
    change: (part) => {
      latest.current = { ...latest.current, ...part };
      setTyped(latest.current);
      keepDraft(form, number, keep(latest.current));
    },
    forget: () => forgetDraft(form),
  };
}
