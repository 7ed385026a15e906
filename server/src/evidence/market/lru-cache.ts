/** Caches immutable values up to a total weight, and evicts the least recently used first. Failures are not cached. */
export function createLruCache<V extends object | string>(limit: number, weigh: (value: V) => number) {
  const kept = new Map<string, V>();
  let weight = 0;
  return async (key: string, make: () => Promise<V | undefined>): Promise<V | undefined> => {
    const value = kept.get(key) ?? (await make());
    if (value === undefined) return undefined;
    if (kept.delete(key)) weight -= weigh(value); // moved to the end, as the most recently used
    kept.set(key, value);
    weight += weigh(value);
    for (const [oldest, gone] of kept) {
      if (weight <= limit) break;
      kept.delete(oldest);
      weight -= weigh(gone);
    }
    return value;
  };
}
