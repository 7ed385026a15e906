import { createPrivateKey, createPublicKey, hash, sign } from 'node:crypto';

/** Signs what the tape publishes. The key stays inside. */
export type Signer = { publicKey: Buffer; sign: (bytes: Uint8Array) => Buffer };

export function openSigner(pkcs8: string): Signer {
  const key = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('TAPE_SIGNING_KEY must be an Ed25519 key');
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32);
  return { publicKey, sign: (bytes) => sign(null, bytes, key) };
}

/** The same SHA-256 as the protocol's, without waiting: the feed hashes thousands a second. */
export const sha = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');
