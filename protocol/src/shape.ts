import { formatUsdt, parseUnits } from './money.ts';

// Checks the exact form of a file. Equivalent spellings of a number, extra fields and longer texts are refused, because
// nothing would vouch for them. Written without a library because the browser loads this file on few pages.

/** The path of field names to the first value that does not conform. Undefined if the value conforms. */
export type Shape = (value: unknown) => string | undefined;

export const fits =
  (holds: (value: unknown) => boolean): Shape =>
  (value) =>
    holds(value) ? undefined : '';
const at = (name: string | number, inner: string) => (inner === '' ? String(name) : `${name}.${inner}`);

export const oneOf = (...values: unknown[]) => fits((value) => values.includes(value));
export const whole = (least: number, most: number) =>
  fits((value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most);
export const text = (pattern: RegExp) => fits((value) => typeof value === 'string' && pattern.test(value));
export const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null ? undefined : shape(value);

export const optional =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined ? undefined : shape(value);

export const list =
  (least: number, most: number, item: Shape): Shape =>
  (value) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) return '';
    for (const [place, each] of value.entries()) {
      const inner = item(each);
      if (inner !== undefined) return at(place, inner);
    }
    return undefined;
  };

export const fields =
  (shapes: Record<string, Shape>): Shape =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
    const stranger = Object.keys(value).find((name) => !Object.hasOwn(shapes, name));
    if (stranger !== undefined) return stranger;
    for (const [name, shape] of Object.entries(shapes)) {
      const inner = shape((value as Record<string, unknown>)[name]);
      if (inner !== undefined) return at(name, inner);
    }
    return undefined;
  };

export const hash = text(/^[0-9a-f]{64}$/);
export const signature = text(/^[0-9a-f]{128}$/);
/** Not before 1970, because slots are counted from there. */
export const time = fits((value) => {
  const read = typeof value === 'string' ? new Date(value) : undefined;
  return read !== undefined && read.getTime() >= 0 && read.toISOString() === value;
});
/** Accepts an amount only in the server's canonical form. */
export const amount = fits((value) => {
  const units = typeof value === 'string' ? parseUnits(value, 'USDT') : undefined;
  return units !== undefined && formatUsdt(units) === value;
});
