import { fromHex } from '../bytes.ts';
import type { TapeDay } from './calls.ts';
import { isBeaconVersion } from './generator-version.ts';
import { beaconPlanBytes, type Opens, planBytes } from './tape.ts';

export type Revealed = NonNullable<TapeDay['revealed']>;

/**
 * The opening prices of a revealed day. In version 1 they are part of the commitment, in later versions they are on the
 * tape.
 */
export const opensOf = ({ opens }: Revealed): Opens =>
  opens.map(({ symbol, price }) => ({ symbol, price: BigInt(price) }));

/** The bytes whose hash is the commitment of a revealed day. Undefined for an unknown version. */
export function committedBytes(
  number: number,
  version: number,
  revealed: Revealed,
): Uint8Array<ArrayBuffer> | undefined {
  const seed = fromHex(revealed.seed);
  // A beacon that was not announced together with the seed could have been chosen afterwards.
  if (version === 1) return revealed.beacon ? undefined : planBytes(number, seed, opensOf(revealed));
  if (!isBeaconVersion(version) || !revealed.beacon) return undefined;
  return beaconPlanBytes({ version, day: number, seed }, fromHex(revealed.beacon.hash));
}
