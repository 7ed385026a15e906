import { createHash, randomInt } from 'node:crypto';
import { generateSecret, generateURI, verify } from 'otplib';
import type { Tx } from '#platform/database/db.ts';
import { openSecret, type SealKeys, seal } from './secrets.ts';
import * as table from './sql.ts';

/** The configuration of factors: the keys that seal secrets, and the site's addresses. */
export type Installation = { keys: SealKeys; origins: readonly string[] };
/** The name that an authenticator shows next to its codes and passkeys. */
export const issuer = 'Glasshouse (simulated)';

/** A new secret for an authenticator app: as text, as the address in its QR code, and sealed for its owner. */
export function newSecret({ keys }: Installation, owner: string, label: string) {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer, label, secret }), sealed: seal(keys, owner, secret) };
}

/**
 * The time step of a right code, which the caller then uses up. A code works in its own half minute and in the
 * neighboring ones.
 */
export async function stepOfCode(
  { keys }: Installation,
  owner: string,
  sealed: Buffer,
  code: string,
  now: Date,
): Promise<bigint | undefined> {
  const epoch = Math.floor(now.getTime() / 1000);
  const secret = openSecret(keys, owner, sealed)?.text;
  if (secret === undefined) throw new Error('an authenticator is sealed with an unknown key');
  const result = await verify({ secret, token: code, epoch, epochTolerance: 30 });
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : undefined;
}

/** Whether the code is right and unused; then it is used up. */
export async function useCode(tx: Tx, now: Date, installation: Installation, owner: table.Owner, code: string) {
  const sealed = await table.secretOf(tx, owner);
  if (!sealed) return false;
  const step = await stepOfCode(installation, owner.id, sealed, code, now);
  return step !== undefined && table.useStep(tx, owner, step);
}

const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const newRecoveryCode = () => Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('');
// Codes are long and random, so a plain hash is enough.
const recoveryHash = (code: string) => createHash('sha256').update(`recovery:${code}`).digest();

/** Replaces the recovery codes by eight new ones. They are shown once, in groups of four for copying. */
export async function renewRecovery(tx: Tx, owner: table.Owner): Promise<string[]> {
  const codes = Array.from({ length: 8 }, newRecoveryCode);
  await table.replaceRecovery(tx, owner, codes.map(recoveryHash));
  return codes.map((code) => code.match(/.{4}/g)!.join('-'));
}
/** True for the one caller that uses the code up. */
export const useRecovery = (tx: Tx, owner: table.Owner, code: string): Promise<boolean> =>
  table.useRecovery(tx, owner, recoveryHash(code));
