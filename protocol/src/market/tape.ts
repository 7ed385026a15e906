import { fromHex, layout } from '../bytes.ts';

// The only definition of what is hashed and signed on the tape. The server, the browser and the offline verifier all
// run this file.

export const slotMs = 500;
export const slotsPerMinute = 120;
export const slotsPerHour = 7200;
export const slotsPerDay = 172_800;
export const slotAt = (ms: number): number => Math.floor(ms / slotMs);
export const msOf = (slot: number): number => slot * slotMs;
export const dayOf = (slot: number): number => Math.floor(slot / slotsPerDay);
export const firstSlotOf = (day: number): number => day * slotsPerDay;

type Bytes = Uint8Array<ArrayBuffer>;
/**
 * The external message that a price was read from: name of the source, time of receipt (milliseconds since 1970),
 * SHA-256 of the message.
 */
export type SourceMessage = { source: string; at: number; message: Uint8Array };
/** `heard` is set for prices of an external source and undefined for generated prices. */
export type Tick = { symbol: number; slot: number; price: bigint; heard?: SourceMessage | undefined };
/** The signed data: the root over all chain heads after `slot` was written, and the hash of the previous checkpoint. */
export type Checkpoint = { slot: number; size: number; root: Uint8Array; previous: Uint8Array };
/** A step from a head to the root: the sibling hash and its side. */
export type PathStep = { side: 'left' | 'right'; hash: Uint8Array };

// Each kind of data has its own first byte, so that data of different kinds never has the same bytes. Slips use 7 and
// 8, income files use 9.
const kind = { tick: 1, leaf: 2, node: 3, checkpoint: 4, day: 5, plan: 6, heard: 10 } as const;
/** Used as the previous hash at the beginning of a chain. */
export const zeroHash: Bytes = new Uint8Array(32);
/** A symbol without a tick for an hour leaves the tree and returns with its next tick. */
export const leavesTreeAfter = 7200;

/** Maximum difference between the receipt of a message and the time of its slot, in either direction, in milliseconds. */
export const maxMessageSkew = 3000;
export const isStale = (slot: number, heardAt: number): boolean => Math.abs(heardAt - msOf(slot)) > maxMessageSkew;
/** Days that complete messages are stored. Their hashes stay with their ticks. */
export const messageDays = 3;
export const sourceName = /^[a-z0-9.:/_-]{1,80}$/;

export const tickBytes = (previous: Uint8Array, { symbol, slot, price, heard }: Tick): Bytes =>
  heard
    ? heardBytes(previous, { symbol, slot, price }, heard)
    : layout({ u8: kind.tick }, { raw: previous }, { u32: symbol }, { u64: slot }, { u64: price });

/** The name comes last. All other fields have a fixed length, so bytes cannot be shifted from one field into another. */
function heardBytes(
  previous: Uint8Array,
  { symbol, slot, price }: Tick,
  { source, at, message }: SourceMessage,
): Bytes {
  if (!sourceName.test(source)) throw new RangeError('not a valid source name');
  if (message.length !== 32) throw new RangeError('the hash of a message has 32 bytes');
  return layout(
    { u8: kind.heard },
    { raw: previous },
    ...[{ u32: symbol }, { u64: slot }, { u64: price }, { u64: at }],
    { raw: message },
    { raw: Uint8Array.from(source, (letter) => letter.charCodeAt(0)) },
  );
}

export const leafBytes = (symbol: number, slot: number, hash: Uint8Array): Bytes =>
  layout({ u8: kind.leaf }, { u32: symbol }, { u64: slot }, { raw: hash });

const nodeBytes = (left: Uint8Array, right: Uint8Array): Bytes =>
  layout({ u8: kind.node }, { raw: left }, { raw: right });

export const checkpointBytes = ({ slot, size, root, previous }: Checkpoint): Bytes =>
  layout({ u8: kind.checkpoint }, { u64: slot }, { u32: size }, { raw: root }, { raw: previous });

/** The signed bytes when the commitment of a day is announced. */
export const dayBytes = (day: number, commitment: Uint8Array, announcedSlot: number): Bytes =>
  layout({ u8: kind.day }, { u32: day }, { raw: commitment }, { u64: announcedSlot });

export type Opens = readonly { symbol: number; price: bigint }[];
/** The bytes behind the commitment of a day of version 1. They are sufficient to regenerate the day. */
export const planBytes = (day: number, seed: Uint8Array, opens: Opens): Bytes =>
  layout(
    { u8: kind.plan },
    { u32: day },
    { u8: 1 },
    { raw: seed },
    { u32: opens.length },
    ...opens.flatMap(({ symbol, price }) => [{ u32: symbol }, { u64: price }]),
  );

type BeaconPlan = { version: number; day: number; seed: Uint8Array };
/** The same for versions 2 and 3: the seed and the hash of the beacon's chain whose rounds are used. */
export const beaconPlanBytes = ({ version, day, seed }: BeaconPlan, chain: Uint8Array): Bytes =>
  layout({ u8: kind.plan }, { u32: day }, { u8: version }, { raw: seed }, { raw: chain });

type Levels = readonly (readonly Uint8Array[])[];
/** The tree over leaf hashes, level by level. An odd last node moves up unchanged. */
export function treeOf(leaves: readonly Uint8Array[], hash: (bytes: Uint8Array) => Uint8Array): Levels {
  const levels: Uint8Array[][] = [[...leaves]];
  for (let level = levels[0]!; level.length > 1; level = levels.at(-1)!) {
    const next: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const right = level[i + 1];
      next.push(right ? hash(nodeBytes(level[i]!, right)) : level[i]!);
    }
    levels.push(next);
  }
  return levels;
}

export const rootOf = (levels: Levels): Uint8Array => levels.at(-1)?.[0] ?? zeroHash;

/** The path from a leaf to the root. The tree may store its hashes in any form, as long as it comes from `treeOf`. */
export function pathOf<H>(levels: readonly (readonly H[])[], leaf: number): { side: 'left' | 'right'; hash: H }[] {
  const path: { side: 'left' | 'right'; hash: H }[] = [];
  let at = leaf;
  for (const level of levels.slice(0, -1)) {
    const hash = level[at % 2 === 0 ? at + 1 : at - 1];
    if (hash) path.push({ side: at % 2 === 0 ? 'right' : 'left', hash });
    at = Math.floor(at / 2);
  }
  return path;
}

// The part of WebCrypto used here. It is a global in Node, browsers and workers.
declare const crypto: {
  subtle: {
    digest(name: string, data: Bytes): Promise<ArrayBuffer>;
    importKey(format: 'raw', key: Bytes, name: string, extractable: boolean, uses: string[]): Promise<object>;
    verify(name: string, key: object, signature: Bytes, data: Bytes): Promise<boolean>;
  };
};

export const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** SHA-256. For thousands of hashes in a row, a platform's own synchronous implementation is many times faster. */
export type Hash = (bytes: Bytes) => Uint8Array | Promise<Uint8Array>;

export const hashTick = (previous: Uint8Array, tick: Tick, hash: Hash = sha256) => hash(tickBytes(previous, tick));

/** The root computed from a head and its path. */
export async function climb(leaf: Uint8Array, path: readonly PathStep[]): Promise<Uint8Array> {
  let hash = leaf;
  for (const step of path) {
    hash = await sha256(step.side === 'left' ? nodeBytes(step.hash, hash) : nodeBytes(hash, step.hash));
  }
  return hash;
}

/** Whether the key signed these bytes. Key and signature are in hex, as they are published. */
export async function signedBy(publicKey: string, signature: string, bytes: Bytes): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', fromHex(publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, fromHex(signature), bytes);
}
