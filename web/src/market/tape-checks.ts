import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import type { Output } from '@glasshouse/protocol/endpoint';
import type { showTape } from '@glasshouse/protocol/market/calls';
import {
  checkChain,
  checkRun,
  checkSignature,
  type Fault,
  type SignedCheckpoint,
} from '@glasshouse/protocol/market/proof';
import { checkpointBytes, sha256 } from '@glasshouse/protocol/market/tape';
import { readTicks, runOf } from '@glasshouse/protocol/market/ticks-file';
import { dayHolds } from '../lib/seal.ts';

type PublicTape = Output<typeof showTape>;
export type TapeChecks = {
  /** Slots of checkpoints, and days, that failed the check. */
  wrongCheckpoints: ReadonlySet<number>;
  wrongDays: ReadonlySet<string>;
  count: number;
  milliseconds: number;
};

const hashOf = async ({ slot, size, root, previous }: SignedCheckpoint) =>
  toHex(await sha256(checkpointBytes({ slot, size, root: fromHex(root), previous: fromHex(previous) })));

/**
 * Recomputes everything on the tape page: signatures, links between checkpoints, and seeds against their commitments.
 */
export async function checkTape({ keys, checkpoints, days }: PublicTape): Promise<TapeChecks> {
  const began = performance.now();
  const known = new Set(keys.map((key) => key.publicKey));
  const wrongCheckpoints = new Set<number>();
  const wrongDays = new Set<string>();
  for (const [i, checkpoint] of checkpoints.entries()) {
    const older = checkpoints[i + 1];
    const linked = !older || (await hashOf(older)) === checkpoint.previous;
    if (!linked || !known.has(checkpoint.publicKey) || (await checkSignature(checkpoint)))
      wrongCheckpoints.add(checkpoint.slot);
  }
  for (const day of days) if (!known.has(day.publicKey) || !(await dayHolds(day))) wrongDays.add(day.day);
  const milliseconds = Math.round(performance.now() - began);
  return { wrongCheckpoints, wrongDays, count: checkpoints.length + days.length, milliseconds };
}

export type FileCheck = { ticks: number; signed: number | undefined; fault: Fault | undefined; milliseconds: number };

/** Recomputes a file of ticks from its first price to the signature; `keys` are those this site has published. */
export async function checkFile(text: string, keys: readonly string[]): Promise<FileCheck> {
  const began = performance.now();
  const file = readTicks(text);
  const run = runOf(file);
  const { proof } = file;
  const found = await (proof ? checkRun({ ...run, ...proof }) : checkChain(run));
  const stranger = proof && !keys.includes(proof.checkpoint.publicKey);
  const fault: Fault | undefined = found ?? (stranger ? { slot: proof.checkpoint.slot, what: 'key' } : undefined);
  const milliseconds = Math.round(performance.now() - began);
  return { ticks: file.ticks.length, signed: proof?.checkpoint.slot, fault, milliseconds };
}
