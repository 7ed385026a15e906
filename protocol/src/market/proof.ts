import { fromHex, toHex } from '../bytes.ts';
import {
  checkpointBytes,
  climb,
  type Hash,
  hashTick,
  isStale,
  leafBytes,
  type PathStep,
  sha256,
  signedBy,
  type Tick,
} from './tape.ts';

// All fields are text, as they are transmitted: hashes, keys and signatures in hex, prices in smallest units of the
// coin.
export type ProvenMessage = { source: string; at: number; message: string };
export type ProvenTick = { slot: number; price: string; hash: string; heard?: ProvenMessage | undefined };
export type SignedCheckpoint = {
  slot: number;
  size: number;
  root: string;
  previous: string;
  publicKey: string;
  signature: string;
};
/** Consecutive ticks of one symbol, from a known hash up to the head named by a signed checkpoint. */
export type TapeRun = {
  symbol: number;
  before: string;
  ticks: ProvenTick[];
  path: { side: 'left' | 'right'; hash: string }[];
  checkpoint: SignedCheckpoint;
};
/** The first fault found. `slot` names the tick. */
export type Fault = { slot: number; what: 'tick' | 'stale' | 'order' | 'root' | 'signature' | 'key' };

type Checking = {
  /** Called and awaited after each valid tick, so that a page can render while thousands are checked. */
  each?: (() => void | Promise<void>) | undefined;
  hash?: Hash;
};

/** A tick in the form that is hashed. */
export const tickIn = (symbol: number, { slot, price, heard }: Omit<ProvenTick, 'hash'>): Tick => ({
  symbol,
  slot,
  price: BigInt(price),
  heard: heard && { ...heard, message: fromHex(heard.message) },
});

/**
 * The first tick whose hash does not follow from the previous hash and its fields, or whose message is too old for its
 * slot.
 */
export async function checkChain(
  run: Pick<TapeRun, 'symbol' | 'before' | 'ticks'>,
  { each, hash: sha }: Checking = {},
): Promise<Fault | undefined> {
  let previous: Uint8Array = fromHex(run.before);
  let last = -1;
  for (const tick of run.ticks) {
    const { slot, hash, heard } = tick;
    if (slot <= last) return { slot, what: 'order' };
    previous = await hashTick(previous, tickIn(run.symbol, tick), sha);
    if (toHex(previous) !== hash) return { slot, what: 'tick' };
    if (heard && isStale(slot, heard.at)) return { slot, what: 'stale' };
    last = slot;
    await each?.();
  }
  return undefined;
}

/** Recomputes a run from its prices to the signature. Undefined means that these prices were signed, in this order. */
export async function checkRun(
  run: TapeRun,
  trustedKeys?: readonly string[],
  checking?: Checking,
): Promise<Fault | undefined> {
  const { checkpoint } = run;
  const fault = await checkChain(run, checking);
  if (fault) return fault;
  const head = run.ticks.at(-1);
  if (!head || head.slot > checkpoint.slot) return { slot: checkpoint.slot, what: 'root' };
  const leaf = await sha256(leafBytes(run.symbol, head.slot, fromHex(head.hash)));
  const path = run.path.map(({ side, hash }): PathStep => ({ side, hash: fromHex(hash) }));
  if (toHex(await climb(leaf, path)) !== checkpoint.root) return { slot: head.slot, what: 'root' };
  if (trustedKeys && !trustedKeys.includes(checkpoint.publicKey)) return { slot: checkpoint.slot, what: 'key' };
  return checkSignature(checkpoint);
}

/** Whether a checkpoint was signed by the key it names. */
export async function checkSignature(checkpoint: SignedCheckpoint): Promise<Fault | undefined> {
  const { slot, size, root, previous, publicKey, signature } = checkpoint;
  const bytes = checkpointBytes({ slot, size, root: fromHex(root), previous: fromHex(previous) });
  return (await signedBy(publicKey, signature, bytes)) ? undefined : { slot, what: 'signature' };
}
