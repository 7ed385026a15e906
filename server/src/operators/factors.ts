import { createHash, randomInt } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { verify } from 'otplib';
import type { Tx } from '../platform/db.ts';
import * as factorTable from './factor-sql.ts';
import { seal, unseal } from './secrets.ts';
import * as table from './sql.ts';

/** What the second factors of one installation need to know. */
export type Office = { key: Buffer; origins: readonly string[] };
export const issuer = 'Glasshouse (simulated)';
// What every authenticator offers: EdDSA, ES256, RS256.
const algorithms = [-8, -7, -257];
const hostOf = ({ origins }: Office) => new URL(origins[0]!).hostname;

/** The step of a right code, which the caller then uses up; a code works in its half minute and the ones beside it. */
export async function stepOfCode(secret: string, code: string, now: Date): Promise<bigint | undefined> {
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: 30 });
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : undefined;
}

/** Whether the code is right and was not used before; then it is used up. */
export async function useCode(tx: Tx, now: Date, office: Office, operator: string, code: string): Promise<boolean> {
  const row = await table.operatorById(tx, operator);
  if (!row?.totp_secret) return false;
  const step = await stepOfCode(unseal(office.key, operator, row.totp_secret), code, now);
  return step !== undefined && table.useStep(tx, operator, step);
}

export const sealSecret = (office: Office, operator: string, secret: string) => seal(office.key, operator, secret);
export const openSecret = (office: Office, operator: string, sealed: Buffer) => unseal(office.key, operator, sealed);

const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const newRecoveryCode = () => Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('');
// Long and random, so that a plain hash is enough.
export const recoveryHash = (code: string) => createHash('sha256').update(`recovery:${code}`).digest();

/** Eight new codes in place of the old ones; they are shown once, as people copy them: in groups of four. */
export async function renewRecovery(tx: Tx, operator: string): Promise<string[]> {
  const codes = Array.from({ length: 8 }, newRecoveryCode);
  await factorTable.replaceRecovery(tx, operator, codes.map(recoveryHash));
  return codes.map((code) => code.match(/.{4}/g)!.join('-'));
}

type Person = { id: string; name: string; email: string };

/** What the browser must ask: an existing passkey to answer, or an authenticator to make a new one. */
export async function passkeyQuestion(tx: Tx, office: Office, person: Person, purpose: 'answer' | 'add') {
  const own = (await factorTable.passkeysOf(tx, person.id)).map(({ id }) => ({ id }));
  const rpID = hostOf(office);
  if (purpose === 'answer') {
    if (own.length === 0) return undefined;
    return generateAuthenticationOptions({ rpID, allowCredentials: own, userVerification: 'preferred' });
  }
  return generateRegistrationOptions({
    rpID,
    rpName: issuer,
    userName: person.email,
    userDisplayName: person.name,
    userID: Buffer.from(person.id.replaceAll('-', ''), 'hex'),
    excludeCredentials: own,
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
}

/** The passkey an authenticator made, if it answered our question for our address. */
export async function newPasskey(office: Office, challenge: string, response: object) {
  const checked = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: [...office.origins],
    expectedRPID: hostOf(office),
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: false, // the password was given before
  }).catch(() => undefined);
  return checked?.verified ? checked.registrationInfo.credential : undefined;
}

/** Whether one of the operator's passkeys answered; its counter must have moved, or a copy of it is about. */
export async function passkeyAnswers(
  tx: Tx,
  now: Date,
  office: Office,
  operator: string,
  challenge: string,
  response: object,
): Promise<boolean> {
  const answer = response as AuthenticationResponseJSON;
  const passkey = (await factorTable.passkeysOf(tx, operator)).find(({ id }) => id === answer.id);
  if (!passkey) return false;
  const checked = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: [...office.origins],
    expectedRPID: hostOf(office),
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
    requireUserVerification: false,
  }).catch(() => undefined);
  if (!checked?.verified) return false;
  await factorTable.usePasskey(tx, passkey.id, BigInt(checked.authenticationInfo.newCounter), now);
  return true;
}
