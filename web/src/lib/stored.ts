/** A store that is persisted in the browser. If the browser stores nothing, `persist` is missing, despite its type. */
type Stored = { persist: { getOptions: () => { name?: string }; rehydrate: () => unknown } };

/** Takes over what other tabs have stored. */
export function recallStored({ persist }: Stored): void {
  void persist?.rehydrate();
}

/** Mirrors changes that another tab stores. */
export const followStored = (store: Stored): (() => void) => watchStored(store, () => recallStored(store));

/** Calls back when another tab has stored something. */
export function watchStored({ persist }: Stored, wake: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === persist?.getOptions().name && newValue !== null) wake();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
