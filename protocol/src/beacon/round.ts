import { sha256 } from '@noble/hashes/sha2.js';

// Separate from signature verification, so that code that only generates prices does not load the curves.

/** A published round. The signature cannot be known before its time, and the randomness is its hash. */
export type Round = { round: number; signature: Uint8Array };

export const signatureBytes = 48;

/** The randomness that prices are derived from. */
export const randomnessOf = ({ signature }: Pick<Round, 'signature'>): Uint8Array => sha256(signature);
