import { z } from 'zod';
import { fromHex, toHex } from '../bytes.ts';
import { type Chain, roundSeconds } from './chain.ts';
import { type Round, randomnessOf, signatureBytes } from './round.ts';

// HTTP responses of drand's nodes and of our own beacon: /info, /public/latest and /public/{round}.

const scheme = 'bls-unchained-g1-rfc9380';
const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));

const infoForm = z.object({
  public_key: hex(96),
  period: z.literal(roundSeconds),
  genesis_time: z.int().min(1),
  hash: hex(32),
  groupHash: hex(32),
  schemeID: z.literal(scheme),
  metadata: z.object({ beaconID: z.string().max(64) }),
});
const roundForm = z.object({ round: z.int().min(1), randomness: hex(32).optional(), signature: hex(signatureBytes) });

/** The response at /info. */
export const infoOf = ({ hash, publicKey, genesis, groupHash, name }: Chain): z.infer<typeof infoForm> => ({
  public_key: publicKey,
  period: roundSeconds,
  genesis_time: genesis,
  hash,
  groupHash,
  schemeID: scheme,
  metadata: { beaconID: name },
});

/** Whether a response at /info describes this chain. */
export function isInfoOf(chain: Chain, answer: unknown): boolean {
  const parsed = infoForm.safeParse(answer);
  return parsed.success && JSON.stringify(parsed.data) === JSON.stringify(infoOf(chain));
}

/** The response at /public/{round}. */
export const publishedOf = (round: Round) => ({
  round: round.round,
  randomness: toHex(randomnessOf(round)),
  signature: toHex(round.signature),
});

/** Reads a published round without verifying it. Returns undefined if it is malformed. */
export function readRound(answer: unknown): Round | undefined {
  const parsed = roundForm.safeParse(answer);
  return parsed.success ? { round: parsed.data.round, signature: fromHex(parsed.data.signature) } : undefined;
}
