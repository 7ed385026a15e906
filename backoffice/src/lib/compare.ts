export type Change = { name: string; before: string; after: string };

const words = (value: unknown): string =>
  value === undefined || value === null ? '–' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The differences between two versions, field by field. */
export function changesBetween(before: unknown, after: unknown): Change[] {
  const [from, to] = [before, after].map((side) =>
    typeof side === 'object' && side !== null && !Array.isArray(side)
      ? (side as Record<string, unknown>)
      : side === null || side === undefined
        ? {}
        : { '': side },
  ) as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .map((name) => ({ name, before: words(from[name]), after: words(to[name]) }))
    .filter(({ before, after }) => before !== after);
}
