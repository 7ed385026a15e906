// Settings and products are logged as rows in JSON. A log may be hostile, so fields are read within bounds that valid
// rows never exceed. A value with ten thousand levels of nesting cannot even be compared.

export type Fields = Readonly<Record<string, unknown>>;

const maxDepth = 16;
const maxFields = 200;
const maxNameLength = 100;

const isWithin = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((each) => isWithin(each, depth - 1)));

/** The fields of a row. Undefined if it cannot be read, or exceeds the bounds. */
export function readFields(says: string): Fields | undefined {
  let value: unknown;
  try {
    value = JSON.parse(says);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !isWithin(value, maxDepth))
    return undefined;
  const names = Object.keys(value);
  return names.length <= maxFields && names.every(({ length }) => length <= maxNameLength)
    ? (value as Fields)
    : undefined;
}

/** A moment in milliseconds. NaN if the field is not a moment. */
export function timeIn(fields: Fields | undefined, name: string): number {
  const value = fields?.[name];
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}
