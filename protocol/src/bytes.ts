const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export const toHex = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += digits[byte];
  return text;
};

/** The bytes a hex text names; throws on anything else, as a proof with a wrong digit is no proof. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) throw new Error('not lower-case hex');
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

type Field = { u8: number } | { u32: number } | { u64: number | bigint } | { raw: Uint8Array };
const widthOf = (field: Field) => ('u8' in field ? 1 : 'u32' in field ? 4 : 'u64' in field ? 8 : field.raw.length);

/** Fields one after another, numbers big-endian: the layout of everything that is hashed or signed. */
export function layout(...fields: Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, field) => sum + widthOf(field), 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const field of fields) {
    if ('u8' in field) view.setUint8(at, field.u8);
    else if ('u32' in field) view.setUint32(at, field.u32);
    else if ('u64' in field) view.setBigUint64(at, BigInt(field.u64));
    else bytes.set(field.raw, at);
    at += widthOf(field);
  }
  return bytes;
}
