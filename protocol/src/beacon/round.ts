import { sha256 } from '@noble/hashes/sha2.js';

// Apart from what checks signatures: whoever only makes prices need not load the curves.

/** A round as it is published: the signature is the secret of its time, and what is drawn from it is its hash. */
export type Round = { round: number; signature: Uint8Array };

export const signatureBytes = 48;

/** What prices are made from. */
export const randomnessOf = ({ signature }: Pick<Round, 'signature'>): Uint8Array => sha256(signature);
