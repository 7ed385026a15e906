import { generateKeyPairSync, randomBytes } from 'node:crypto';

/** A new signing key, in the format of TAPE_SIGNING_KEY and the others. */
export const newSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');

/** A new key for sealing secrets. */
export const newSecret = (): string => randomBytes(32).toString('base64');
