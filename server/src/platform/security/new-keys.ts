import { generateKeyPairSync, randomBytes } from 'node:crypto';

/** A new key that can sign, as TAPE_SIGNING_KEY and the others want it. */
export const newSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');

/** A new key that can seal secrets. */
export const newSecret = (): string => randomBytes(32).toString('base64');
