import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** Encrypts for one file: the same bytes under another file's id can't be decrypted. */
function seal(key: Buffer, place: string, bytes: Buffer): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}
function unseal(key: Buffer, place: string, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength)).setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]);
}

/** The key that wraps the keys of new files, and earlier ones that older files may still use, each by its name. */
export type Keys = { current: string; known: ReadonlyMap<string, Buffer> };
type Wrapped = { key_id: string; wrapped_key: Buffer };

const nameOf = (key: Buffer) =>
  hash('sha256', Buffer.concat([Buffer.from('glasshouse files '), key]), 'hex').slice(0, 16);

/** Parses the keys from the environment, the newest first. */
export function openKeys(...texts: (string | undefined)[]): Keys {
  const keys = texts.flatMap((text) => (text ? [Buffer.from(text, 'base64')] : []));
  const known = new Map(keys.map((key) => [nameOf(key), key]));
  return { current: nameOf(keys[0]!), known };
}

const wrap = ({ current, known }: Keys, id: string, key: Buffer): Wrapped => ({
  key_id: current,
  wrapped_key: seal(known.get(current)!, `key of ${id}`, key),
});
function unwrap({ known }: Keys, id: string, { key_id, wrapped_key }: Wrapped): Buffer {
  const key = known.get(key_id);
  if (!key) throw new Error(`file ${id} is under the key ${key_id}, which is neither FILES_KEY nor FILES_KEY_OLD`);
  return unseal(key, `key of ${id}`, wrapped_key);
}

/** Encrypts a file with its own key. Without the wrapped key, which is stored elsewhere, its bytes are unreadable. */
export function sealFile(keys: Keys, id: string, bytes: Buffer): Wrapped & { sealed: Buffer } {
  const key = randomBytes(32);
  return { ...wrap(keys, id, key), sealed: seal(key, id, bytes) };
}
export const unsealFile = (keys: Keys, file: Wrapped & { id: string }, sealed: Buffer): Buffer =>
  unseal(unwrap(keys, file.id, file), file.id, sealed);

/** Wraps the same file key with the newest wrapping key. */
export const rewrap = (keys: Keys, file: Wrapped & { id: string }): Wrapped =>
  wrap(keys, file.id, unwrap(keys, file.id, file));

/** A secret that belongs to a sealed text, and stays the same when its key is wrapped again. */
export const secretOf = (keys: Keys, file: Wrapped & { id: string }, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', unwrap(keys, file.id, file), file.id, purpose, 32));
