import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, layout, toHex } from '../bytes.ts';
import { slotMs } from '../market/tape.ts';

// A beacon publishes numbered rounds. The signature of a round cannot be known before its time. This file identifies
// the chain of rounds that is used, and maps slots of the tape to rounds.

/** Identifies a beacon. `hash` covers all other fields; the commitment of each day contains it. */
export type Chain = {
  hash: string;
  publicKey: string;
  /** When round 1 was due, in seconds since 1970. */
  genesis: number;
  groupHash: string;
  name: string;
};

/** Seconds between rounds in all supported chains: six slots. */
export const roundSeconds = 3;
const roundMs = roundSeconds * 1000;
export const slotsPerRound = roundMs / slotMs;
/**
 * Delay between the time of a round and its first slot. A round is published within about a second, and its slots must
 * not wait for it. A longer delay lets the holder of the seed know prices earlier; see
 * docs/adr/0098-derive-prices-from-a-seed-and-a-public-beacon.md.
 */
export const slotsAfterRound = 4;

/** The League of Entropy's quicknet, with the values that its nodes return at /info. */
export const quicknet: Chain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis: 1_692_803_367,
  groupHash: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
  name: 'quicknet',
};

const localName = 'glasshouse-local';
const localGenesis = 1_767_225_600; // 2026-01-01T00:00:00Z

/** A chain of our own. Its operator can compute every round at any time. */
export function localChain(publicKey: string): Chain {
  const groupHash = toHex(sha256(fromHex(publicKey)));
  const bare = { publicKey, genesis: localGenesis, groupHash, name: localName };
  return { hash: toHex(hashOf(bare)), ...bare };
}

/**
 * Whether the operator of the site may know rounds in advance: true for every chain except quicknet, whose key is
 * pinned above.
 */
export const knownToOperator = ({ hash }: Pick<Chain, 'hash'>): boolean => hash !== quicknet.hash;

/** The hash that drand identifies a chain by. */
export const hashOf = ({ publicKey, genesis, groupHash, name }: Omit<Chain, 'hash'>): Uint8Array =>
  sha256(
    layout(
      { u32: roundSeconds },
      { u64: genesis },
      { raw: fromHex(publicKey) },
      { raw: fromHex(groupHash) },
      { raw: Uint8Array.from(name, (letter) => letter.charCodeAt(0)) },
    ),
  );

type Began = Pick<Chain, 'genesis'>;
/** When a round is due, in milliseconds since 1970. */
export const timeOfRound = ({ genesis }: Began, round: number): number => genesis * 1000 + (round - 1) * roundMs;
/** The newest round that is due at a given time. */
export const roundAt = ({ genesis }: Began, ms: number): number => Math.floor((ms - genesis * 1000) / roundMs) + 1;
/** The first of the six slots derived from a round. */
export const firstSlotFrom = (chain: Began, round: number): number =>
  timeOfRound(chain, round) / slotMs + slotsAfterRound;
/** The round that a slot is derived from. */
export const roundOfSlot = (chain: Began, slot: number): number =>
  Math.floor((slot - firstSlotFrom(chain, 1)) / slotsPerRound) + 1;
