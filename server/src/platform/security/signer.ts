import { createPrivateKey, createPublicKey, hash, sign } from 'node:crypto';

/** Signs what is published or promised. The private key is not accessible. */
export type Signer = { publicKey: Buffer; sign: (bytes: Uint8Array) => Buffer };

/** Opens a key in the format of the environment. */
export function openSigner(pkcs8: string): Signer {
  const key = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('a signing key must be an Ed25519 key');
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32);
  return { publicKey, sign: (bytes) => sign(null, bytes, key) };
}

/**
 * The same SHA-256 as the protocol's, but synchronous, because thousands are computed per second. Converted through a
 * string, because a buffer made from a string uses a shared pool and costs much less.
 */
export const sha = (bytes: Uint8Array): Buffer => Buffer.from(hash('sha256', bytes, 'latin1'), 'latin1');
