// Text an operator has typed and not sent yet. Stored in this tab and removed with the session.
const prefix = 'glasshouse.draft.';

export function readDraft<T>(name: string): Partial<T> {
  const stored = sessionStorage.getItem(prefix + name);
  return stored ? (JSON.parse(stored) as Partial<T>) : {};
}
export const keepDraft = (name: string, draft: object) => sessionStorage.setItem(prefix + name, JSON.stringify(draft));
export const dropDraft = (name: string) => sessionStorage.removeItem(prefix + name);

export function dropAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
