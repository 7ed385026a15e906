import { fromHex, layout } from '../bytes.ts';

// This file is the one definition of what is hashed and signed on the tape. Server, browser and the offline verifier all run it.

export const slotMs = 500;
export const slotsPerMinute = 120;
export const slotsPerHour = 7200;
export const slotsPerDay = 172_800;
export const slotAt = (ms: number): number => Math.floor(ms / slotMs);
export const msOf = (slot: number): number => slot * slotMs;
export const dayOf = (slot: number): number => Math.floor(slot / slotsPerDay);
export const firstSlotOf = (day: number): number => day * slotsPerDay;

type Bytes = Uint8Array<ArrayBuffer>;
/** The external message a price was read from: name of the source, time of receipt (milliseconds since 1970), SHA-256 of the message. */
export type SourceMessage = { source: string; at: number; message: Uint8Array };
/** `heard` is set for prices of an external source and undefined for generated prices. */
export type Tick = { symbol: number; slot: number; price: bigint; heard?: SourceMessage | undefined };
/** What is signed: the root over all chain heads once `slot` was written, and the hash of the checkpoint before. */
export type Checkpoint = { slot: number; size: number; root: Uint8Array; previous: Uint8Array };
/** A head's place in the tree: what to hash it with, and from which side, up to the root. */
export type PathStep = { side: 'left' | 'right'; hash: Uint8Array };

// A first byte per kind, so that no two kinds of thing can ever have the same bytes.
// Slips have 7 and 8, papers of income 9.
const kind = { tick: 1, leaf: 2, node: 3, checkpoint: 4, day: 5, plan: 6, heard: 10 } as const;
/** What stands for "the one before" at the beginning of a chain. */
export const zeroHash: Bytes = new Uint8Array(32);
/** A symbol without a tick for an hour has left the tree; it comes back with its next tick. */
export const leavesTreeAfter = 7200;

/** A message that was heard longer before or after the time of a slot is not a price of that slot. */
export const heardWithin = 3000;
export const isStale = (slot: number, heardAt: number): boolean => Math.abs(heardAt - msOf(slot)) > heardWithin;
/** How many whole days the messages themselves are kept; their hashes stay with their ticks. */
export const messageDays = 3;
export const sourceName = /^[a-z0-9.:/_-]{1,80}$/;

export const tickBytes = (previous: Uint8Array, { symbol, slot, price, heard }: Tick): Bytes =>
  heard
    ? heardBytes(previous, { symbol, slot, price }, heard)
    : layout({ u8: kind.tick }, { raw: previous }, { u32: symbol }, { u64: slot }, { u64: price });

/** The name comes last: all before it is of one length, so nothing can be moved from one field into another. */
function heardBytes(
  previous: Uint8Array,
  { symbol, slot, price }: Tick,
  { source, at, message }: SourceMessage,
): Bytes {
  if (!sourceName.test(source)) throw new RangeError('this is no name of a source');
  if (message.length !== 32) throw new RangeError('a message is named by 32 bytes');
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

/** What is signed when a day's commitment is announced. */
export const dayBytes = (day: number, commitment: Uint8Array, announcedSlot: number): Bytes =>
  layout({ u8: kind.day }, { u32: day }, { raw: commitment }, { u64: announcedSlot });

export type Opens = readonly { symbol: number; price: bigint }[];
/** What the commitment of a day of version 1 is the hash of: with it the whole day can be made again. */
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
/** The same of versions 2 and 3: seed, and the hash of the beacon's chain whose rounds the day is made from as well. */
export const beaconPlanBytes = ({ version, day, seed }: BeaconPlan, chain: Uint8Array): Bytes =>
  layout({ u8: kind.plan }, { u32: day }, { u8: version }, { raw: seed }, { raw: chain });

type Levels = readonly (readonly Uint8Array[])[];
/** The tree over leaf hashes, level by level; an odd one out moves up unchanged. */
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

/** The way from a leaf to the root. The tree may hold its hashes in any form, as long as it is `treeOf`'s. */
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

// The part of WebCrypto used here; Node, browsers and workers all have it as a global.
declare const crypto: {
  subtle: {
    digest(name: string, data: Bytes): Promise<ArrayBuffer>;
    importKey(format: 'raw', key: Bytes, name: string, extractable: boolean, uses: string[]): Promise<object>;
    verify(name: string, key: object, signature: Bytes, data: Bytes): Promise<boolean>;
  };
};

export const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** SHA-256. Where thousands of hashes follow on each other, a platform's own synchronous one is many times faster. */
export type Hash = (bytes: Bytes) => Uint8Array | Promise<Uint8Array>;

export const hashTick = (previous: Uint8Array, tick: Tick, hash: Hash = sha256) => hash(tickBytes(previous, tick));

/** The root a head leads to when its path is walked. */
export async function climb(leaf: Uint8Array, path: readonly PathStep[]): Promise<Uint8Array> {
  let hash = leaf;
  for (const step of path) {
    hash = await sha256(step.side === 'left' ? nodeBytes(step.hash, hash) : nodeBytes(hash, step.hash));
  }
  return hash;
}

/** Whether the key signed these bytes. Key and signature are hex, as they are published. */
export async function signedBy(publicKey: string, signature: string, bytes: Bytes): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', fromHex(publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, fromHex(signature), bytes);
}
