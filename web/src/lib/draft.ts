import { now } from '@glasshouse/kit/clock.ts';
import { useRef, useState } from 'react';
import { useAccount } from './account.ts';

// Form input survives a reload, or a phone that discards the page. A draft stays in this tab until it is sent, its user
// has logged out, or half an hour has passed.
const keyPrefix = 'draft ';
const maxAge = 30 * 60_000;
const maxLength = 4000; // characters

type Values = Record<string, string | boolean>;

/** The stored input of this account for a form. */
export function draftOf<V>(form: string, number: string): Partial<V> {
  try {
    const { of, at, typed } = JSON.parse(sessionStorage.getItem(keyPrefix + form) ?? '{}');
    return of === number && now() - at < maxAge ? typed : {};
  } catch {
    return {};
  }
}

export function keepDraft(form: string, number: string, typed: object): void {
  try {
    const text = JSON.stringify({ of: number, at: now(), typed });
    if (text.length <= maxLength) sessionStorage.setItem(keyPrefix + form, text);
  } catch {
    // The browser stores nothing, so the form starts empty.
  }
}

export function forgetDraft(form: string): void {
  try {
    sessionStorage.removeItem(keyPrefix + form);
  } catch {
    // The browser stores nothing.
  }
}

/** The owner of a draft; nobody if the draft cannot be read. */
function ownerOf(key: string): string | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '')?.of;
  } catch {
    return undefined;
  }
}

/** Deletes the drafts of other accounts in this tab. `except` is the number of the account whose drafts stay. */
export function forgetDrafts(except?: string): void {
  try {
    const drafts = Object.keys(sessionStorage).filter((key) => key.startsWith(keyPrefix));
    for (const key of drafts) if (except === undefined || ownerOf(key) !== except) sessionStorage.removeItem(key);
  } catch {
    // The browser stores nothing.
  }
}

/**
 * Form values that are kept as a draft: all of them, or what `keep` selects. Never use it for passwords or card data.
 */
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
