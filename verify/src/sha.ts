import { hash } from 'node:crypto';

/** Node's own SHA-256, many times faster than WebCrypto for many hashes in a row. */
export const sha = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');
