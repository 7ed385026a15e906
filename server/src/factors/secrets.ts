import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

// A copy of the table alone shows no authenticator secret: they are sealed with a key that only the process of their owners has.
const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** Sealed for one owner: the same bytes in the row of another do not open. */
export function seal(key: Buffer, owner: string, text: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

export function unseal(key: Buffer, owner: string, bytes: Buffer): string {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength)).setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  return decipher.update(bytes.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8');
}
