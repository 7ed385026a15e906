import type { CannedReason } from '@glasshouse/protocol/review/reasons';

// What an operator has written and ticked about a case and not decided yet. It stays in this tab, and is forgotten with the session.
type Draft = { reason: string; canned: CannedReason | null; ticked: readonly string[] };
const empty: Draft = { reason: '', canned: null, ticked: [] };
const prefix = 'glasshouse.draft.';

export function readDraft(id: string): Draft {
  const stored = sessionStorage.getItem(prefix + id);
  return stored ? { ...empty, ...(JSON.parse(stored) as Partial<Draft>) } : empty;
}
export function keepDraft(id: string, draft: Draft): void {
  if (draft.reason === '' && draft.canned === null && draft.ticked.length === 0) sessionStorage.removeItem(prefix + id);
  else sessionStorage.setItem(prefix + id, JSON.stringify(draft));
}
/** Who gives a case back has to look again: the reason stays, the ticks do not. */
export const dropTicks = (id: string) => keepDraft(id, { ...readDraft(id), ticked: [] });
export const dropDraft = (id: string) => sessionStorage.removeItem(prefix + id);

export function dropAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
