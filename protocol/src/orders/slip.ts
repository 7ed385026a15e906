import { fromHex, layout, toHex } from '../bytes.ts';
import { climb, type PathStep, sha256, signedBy } from '../market/tape.ts';
import type { Slip } from './shapes.ts';

// The agreed terms, signed before the outcome exists. Orders accepted together share one signature, over the root of a
// tree.

/** The kinds of signed data. Each product has its own. The tape uses kinds up to 6. */
const signedKind = 8;

/** The signed bytes: the root of the tree over the slips accepted together. The root of a single slip is the slip itself. */
export const signedBytes = (root: Uint8Array): Uint8Array<ArrayBuffer> => layout({ u8: signedKind }, { raw: root });

/** The root computed from a slip and its path. */
export async function slipRoot(terms: Uint8Array<ArrayBuffer>, { path }: Pick<Slip, 'path'>): Promise<Uint8Array> {
  const steps = path.map(({ side, hash }): PathStep => ({ side, hash: fromHex(hash) }));
  return climb(await sha256(terms), steps);
}

/** Whether the slip's key signed these terms. */
export const checkSlip = async (terms: Uint8Array<ArrayBuffer>, slip: Slip): Promise<boolean> =>
  signedBy(slip.publicKey, slip.signature, signedBytes(await slipRoot(terms, slip)));

export const slipName = async (terms: Uint8Array<ArrayBuffer>): Promise<string> => toHex(await sha256(terms));
