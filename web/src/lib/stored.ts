/** A store that is kept in the browser. One that keeps nothing has no `persist`, whatever its type says. */
type Stored = { persist: { getOptions: () => { name?: string }; rehydrate: () => unknown } };

/** Takes over what other tabs have stored meanwhile. */
export function recallStored({ persist }: Stored): void {
  void persist?.rehydrate();
}

/** What another tab stores is shown in this one too. */
export const followStored = (store: Stored): (() => void) => watchStored(store, () => recallStored(store));

/** Says when another tab has stored something. */
export function watchStored({ persist }: Stored, wake: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === persist?.getOptions().name && newValue !== null) wake();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
