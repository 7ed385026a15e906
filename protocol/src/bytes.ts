const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const values = new Int16Array(128).fill(-1); // the value of each digit, by character code
for (const [value, digit] of [...'0123456789abcdef'].entries()) values[digit.charCodeAt(0)] = value;

export function toHex(bytes: Uint8Array): string {
  const texts = new Array<string>(bytes.length);
  for (let i = 0; i < bytes.length; i++) texts[i] = digits[bytes[i]!]!;
  return texts.join('');
}

/** Decodes hex. Throws on anything but lower-case hex, because a proof with a malformed digit is invalid. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil(text.length / 2));
  for (let i = 0; i < bytes.length; i++) {
    const high = values[text.charCodeAt(2 * i)] ?? -1;
    const low = values[text.charCodeAt(2 * i + 1)] ?? -1;
    if (high < 0 || low < 0) throw new Error('not lower-case hex');
    bytes[i] = high * 16 + low;
  }
  return bytes;
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

type Field = { u8: number } | { u32: number } | { u64: number | bigint } | { raw: Uint8Array };
const widthOf = (field: Field) => ('u8' in field ? 1 : 'u32' in field ? 4 : 'u64' in field ? 8 : field.raw.length);

/** Refuses numbers that do not fit. Truncating them would give two different values the same bytes. */
function fit(value: number, bits: 8 | 32): number {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** bits) throw new RangeError(`${value} is not a u${bits}`);
  return value;
}
function fit64(value: number | bigint): bigint {
  const whole = BigInt(value);
  if (whole !== BigInt.asUintN(64, whole)) throw new RangeError(`${whole} is not a u64`);
  return whole;
}

// Small arrays cut from a large one cost a tenth of separate allocations, which take most of the time of hashing a slip
// or a tick.
let sheet = new ArrayBuffer(65_536);
let used = 0;
function take(width: number): Uint8Array<ArrayBuffer> {
  if (width > sheet.byteLength / 8) return new Uint8Array(width);
  if (used + width > sheet.byteLength) [sheet, used] = [new ArrayBuffer(sheet.byteLength), 0];
  used += width;
  return new Uint8Array(sheet, used - width, width);
}

/** Concatenates fields, numbers in big-endian order: the layout of everything that is hashed or signed. */
export function layout(...fields: Field[]): Uint8Array<ArrayBuffer> {
  const bytes = take(fields.reduce((sum, field) => sum + widthOf(field), 0));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (const field of fields) {
    if ('u8' in field) view.setUint8(at, fit(field.u8, 8));
    else if ('u32' in field) view.setUint32(at, fit(field.u32, 32));
    else if ('u64' in field) view.setBigUint64(at, fit64(field.u64));
    else bytes.set(field.raw, at);
    at += widthOf(field);
  }
  return bytes;
}
