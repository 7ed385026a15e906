import { fromHex, layout, sameBytes, toHex } from '../bytes.ts';
import { type Hash, sha256, signedBy } from '../market/tape.ts';

// Texts signed by named keys, in the form C2SP signed-note, and cosignatures of witnesses, C2SP tlog-cosignature.

declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };
declare const atob: (text: string) => string;
declare const btoa: (bytes: string) => string;
const utf8 = (text: string) => new TextEncoder().encode(text);

export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
/** Decodes base64. Returns undefined unless the text is in canonical form. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : undefined;
}

/** The signed bytes: the text itself, or for a witness the text with a timestamp. */
const types = { text: 1, cosignature: 4 } as const;
export type KeyType = keyof typeof types;
/** `id` distinguishes keys with the same name. */
export type NoteKey = { name: string; type: KeyType; publicKey: Uint8Array; id: Uint8Array };
export type NoteSignature = { name: string; id: Uint8Array; bytes: Uint8Array };
export type Note = { text: string; signatures: NoteSignature[] };

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what neither a name nor a note may have
const hasControls = (text: string) => /[\u0000-\u0009\u000b-\u001f]/.test(text);
const isName = (name: string) => /^[^\s+]{1,200}$/u.test(name) && !hasControls(name);
const maxSignatures = 32;
const idBytes = 4;

export async function noteKey(
  name: string,
  type: KeyType,
  publicKey: Uint8Array,
  hash: Hash = sha256,
): Promise<NoteKey> {
  if (!isName(name)) throw new Error(`"${name}" cannot be the name of a key`);
  const id = await hash(layout({ raw: utf8(`${name}\n`) }, { u8: types[type] }, { raw: publicKey }));
  return { name, type, publicKey, id: id.slice(0, idBytes) };
}

/** A key as a text for publication: `name+id+key`. */
export const writeKey = ({ name, type, publicKey, id }: NoteKey): string =>
  `${name}+${toHex(id)}+${toBase64(layout({ u8: types[type] }, { raw: publicKey }))}`;

/** Parses such a text. Returns undefined if it is malformed, or if the id does not match the key. */
export async function readKey(text: string): Promise<NoteKey | undefined> {
  const [, name = '', id = '', rest = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = fromBase64(rest);
  const type = (Object.keys(types) as KeyType[]).find((one) => types[one] === bytes?.[0]);
  if (!isName(name) || !bytes || !type || bytes.length !== 33) return undefined;
  const key = await noteKey(name, type, bytes.slice(1));
  return sameBytes(key.id, fromHex(id)) ? key : undefined;
}

const dash = '\u2014';
export const signatureLine = ({ name, id, bytes }: NoteSignature): string =>
  `${dash} ${name} ${toBase64(layout({ raw: id }, { raw: bytes }))}\n`;
export const writeNote = ({ text, signatures }: Note): string => `${text}\n${signatures.map(signatureLine).join('')}`;

/** Parses lines of signatures. Returns undefined if any line is malformed. */
export function readSignatures(lines: string): NoteSignature[] | undefined {
  const signatures: NoteSignature[] = [];
  if (!lines.endsWith('\n')) return undefined;
  for (const line of lines.slice(0, -1).split('\n')) {
    const [, name = '', rest = ''] = /^\u2014 (\S+) (\S+)$/u.exec(line) ?? [];
    const bytes = fromBase64(rest);
    if (!isName(name) || !bytes || bytes.length <= idBytes) return undefined;
    signatures.push({ name, id: bytes.slice(0, idBytes), bytes: bytes.slice(idBytes) });
  }
  return signatures.length <= maxSignatures ? signatures : undefined;
}

/** Parses a note into text and signatures, without checking them. Returns undefined if it is malformed. */
export function readNote(note: string): Note | undefined {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || hasControls(note)) return undefined;
  const signatures = readSignatures(note.slice(end + 2));
  return signatures && { text: note.slice(0, end + 1), signatures };
}

const textSigned = (text: string): Uint8Array<ArrayBuffer> => utf8(text);
/** The text that a witness signs at a time, in seconds since 1970. */
const textCosigned = (text: string, time: number) => utf8(`cosignature/v1\ntime ${time}\n${text}`);

type Sign = (bytes: Uint8Array) => Uint8Array;
export const signText = ({ name, id }: NoteKey, text: string, sign: Sign): NoteSignature => ({
  name,
  id,
  bytes: sign(textSigned(text)),
});
export const cosignText = ({ name, id }: NoteKey, text: string, time: number, sign: Sign): NoteSignature => ({
  name,
  id,
  bytes: layout({ u64: time }, { raw: sign(textCosigned(text, time)) }),
});

/** The valid signature of a key under a note, if there is one. `time` in seconds is set for a witness. */
export async function signedWith(key: NoteKey, note: Note): Promise<{ time?: number } | undefined> {
  const publicKey = toHex(key.publicKey);
  for (const { name, id, bytes } of note.signatures) {
    if (name !== key.name || !sameBytes(id, key.id)) continue;
    if (key.type === 'text') {
      if (bytes.length === 64 && (await signedBy(publicKey, toHex(bytes), textSigned(note.text)))) return {};
    } else if (bytes.length === 72) {
      const time = Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0));
      if (await signedBy(publicKey, toHex(bytes.subarray(8)), textCosigned(note.text, time))) return { time };
    }
  }
  return undefined;
}
