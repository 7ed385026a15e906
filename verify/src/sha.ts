import { hash } from 'node:crypto';

/** Node's own SHA-256, many times faster than WebCrypto's where one hash follows on another. */
export const sha = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');
