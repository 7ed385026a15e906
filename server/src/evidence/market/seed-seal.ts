import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { sha } from '#platform/security/signer.ts';

// Seeds of future days are encrypted in the database, so a copy of the tables alone reveals no price.
const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** The key that seals seeds, followed by earlier keys. */
export type SeedKeys = readonly [Buffer, ...Buffer[]];
type Sealed = { sealed: Buffer; keyId: Buffer };

const idOf = (key: Buffer): Buffer => sha(key).subarray(0, 8);
const boundTo = (day: number): Buffer => Buffer.from(`tape_plan ${day}`);

/** Encrypts a seed for one day: the same bytes in another day's row can't be decrypted. */
export function sealSeed([key]: SeedKeys, day: number, seed: Uint8Array): Sealed {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(boundTo(day));
  const bytes = Buffer.concat([cipher.update(seed), cipher.final()]);
  return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), bytes]), keyId: idOf(key) };
}

export function openSeed(keys: SeedKeys, day: number, { sealed, keyId }: Sealed): Buffer {
  const key = keys.find((one) => idOf(one).equals(keyId));
  if (!key) throw new Error(`the seed of day ${day} is sealed with another key: TAPE_SEED_KEY_OLD may have it`);
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceLength)).setAAD(boundTo(day));
  decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]);
}
