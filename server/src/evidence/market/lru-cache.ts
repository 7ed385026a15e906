/** Keeps what never changes, up to a total weight; what has not been asked for the longest goes first. Failures are not kept. */
export function createLruCache<V extends object | string>(most: number, weigh: (value: V) => number) {
  const kept = new Map<string, V>();
  let weight = 0;
  return async (key: string, make: () => Promise<V | undefined>): Promise<V | undefined> => {
    const value = kept.get(key) ?? (await make());
    if (value === undefined) return undefined;
    if (kept.delete(key)) weight -= weigh(value); // to be put at the end, as the newest
    kept.set(key, value);
    weight += weigh(value);
    for (const [oldest, gone] of kept) {
      if (weight <= most) break;
      kept.delete(oldest);
      weight -= weigh(gone);
    }
    return value;
  };
}
