import { z } from 'zod';
import { fromHex, toHex } from '../bytes.ts';
import { type Chain, roundSeconds } from './chain.ts';
import { type Round, randomnessOf, signatureBytes } from './round.ts';

// What drand's nodes answer over HTTP, and our own beacon too: /info, /public/latest and /public/{round}.

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

/** The answer at /info. */
export const infoOf = ({ hash, publicKey, genesis, groupHash, name }: Chain): z.infer<typeof infoForm> => ({
  public_key: publicKey,
  period: roundSeconds,
  genesis_time: genesis,
  hash,
  groupHash,
  schemeID: scheme,
  metadata: { beaconID: name },
});

/** Whether an answer at /info is of this chain. */
export function isInfoOf(chain: Chain, answer: unknown): boolean {
  const parsed = infoForm.safeParse(answer);
  return parsed.success && JSON.stringify(parsed.data) === JSON.stringify(infoOf(chain));
}

/** The answer at /public/{round}. */
export const publishedOf = (round: Round) => ({
  round: round.round,
  randomness: toHex(randomnessOf(round)),
  signature: toHex(round.signature),
});

/** A published round, not verified yet; undefined where it is none. */
export function readRound(answer: unknown): Round | undefined {
  const parsed = roundForm.safeParse(answer);
  return parsed.success ? { round: parsed.data.round, signature: fromHex(parsed.data.signature) } : undefined;
}
