import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

// A copy of the table alone reveals no authenticator secret: the key is known only to the process of their owners.
const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** The key that seals secrets, followed by earlier keys. */
export type SealKeys = readonly [Buffer, ...Buffer[]];

/** Parses the keys from the environment, the newest first. */
export const sealKeys = (newest: string, ...older: (string | undefined)[]): SealKeys => [
  Buffer.from(newest, 'base64'),
  ...older.flatMap((text) => (text ? [Buffer.from(text, 'base64')] : [])),
];

/** Encrypts for one owner: the same bytes in another owner's row can't be decrypted. */
export function seal([key]: SealKeys, owner: string, text: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

function unseal(key: Buffer, owner: string, bytes: Buffer): string {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength)).setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  return decipher.update(bytes.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8');
}

/** The sealed text, and whether an older key sealed it; undefined if no key opens it. */
export function openSecret(keys: SealKeys, owner: string, bytes: Buffer): { text: string; isOld: boolean } | undefined {
  for (const key of keys) {
    try {
      return { text: unseal(key, owner, bytes), isOld: key !== keys[0] };
    } catch {
      // Sealed with another key.
    }
  }
  return undefined;
}
