import { fromHex } from '../bytes.ts';
import type { TapeDay } from './calls.ts';
import { isBeaconVersion } from './generator-version.ts';
import { beaconPlanBytes, type Opens, planBytes } from './tape.ts';

export type Revealed = NonNullable<TapeDay['revealed']>;

/** The opening prices of a revealed day. Under version 1 they are part of what was announced, from version 2 they are on the tape. */
export const opensOf = ({ opens }: Revealed): Opens =>
  opens.map(({ symbol, price }) => ({ symbol, price: BigInt(price) }));

/** What the commitment of a revealed day must be the hash of; undefined where the version is not known here. */
export function committedBytes(
  number: number,
  version: number,
  revealed: Revealed,
): Uint8Array<ArrayBuffer> | undefined {
  const seed = fromHex(revealed.seed);
  // A beacon that was not announced with the seed could have been chosen afterwards.
  if (version === 1) return revealed.beacon ? undefined : planBytes(number, seed, opensOf(revealed));
  if (!isBeaconVersion(version) || !revealed.beacon) return undefined;
  return beaconPlanBytes({ version, day: number, seed }, fromHex(revealed.beacon.hash));
}
