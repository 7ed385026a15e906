import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Tx } from '#platform/database/db.ts';
import { type Installation, issuer } from './codes.ts';
import * as table from './sql.ts';

// The algorithms of common authenticators: EdDSA, ES256, RS256.
const algorithms = [-8, -7, -257];
// Passkeys require a host name; an IP address won't do.
const isName = (host: string) => !/^[\d.]+$|^\[/.test(host);
function hostOf({ origins }: Installation): string {
  const hosts = origins.map((origin) => new URL(origin).hostname);
  return hosts.find(isName) ?? hosts[0]!;
}
export const maxPasskeys = 5;

// Operators use a passkey after the password. A person's passkey is used alone: so the authenticator must verify its
// user (a fingerprint, a PIN), which makes one touch both factors, and must find the passkey without being told the
// account.
const verifies = (kind: table.Owner['kind']) => kind === 'person';
const asks = (kind: table.Owner['kind']) => (verifies(kind) ? 'required' : 'preferred');

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

/** The options with which the browser asks an authenticator to create a passkey. */
export async function questionToAdd(
  tx: Tx,
  installation: Installation,
  owner: table.Owner & { name: string; displayName: string },
) {
  return generateRegistrationOptions({
    rpID: hostOf(installation),
    rpName: issuer,
    userName: owner.name,
    userDisplayName: owner.displayName,
    userID: bytesOf(owner.id),
    excludeCredentials: (await table.passkeysOf(tx, owner)).map(({ id }) => ({ id })),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: {
      residentKey: verifies(owner.kind) ? 'required' : 'discouraged',
      userVerification: asks(owner.kind),
    },
  });
}

/**
 * The options with which the browser asks for one of this owner's passkeys, or for one of the given ones; undefined if
 * there is none.
 */
export async function questionToAnswer(
  tx: Tx,
  installation: Installation,
  owner: table.Owner,
  some?: readonly string[],
) {
  const all = (await table.passkeysOf(tx, owner)).map(({ id }) => ({ id }));
  const own = some ? all.filter(({ id }) => some.includes(id)) : all;
  if (own.length === 0) return undefined;
  const rpID = hostOf(installation);
  return generateAuthenticationOptions({ rpID, allowCredentials: own, userVerification: asks(owner.kind) });
}

/** The options for a log-in without an account name: the authenticator knows the account. */
export const anyPasskeyOptions = (installation: Installation) =>
  generateAuthenticationOptions({ rpID: hostOf(installation), userVerification: 'required' });

/** Stores the passkey that an authenticator created, if it answered our challenge for our address. */
export async function addPasskey(
  tx: Tx,
  now: Date,
  installation: Installation,
  owner: table.Owner,
  { name, challenge, response }: { name: string; challenge: string | undefined; response: object },
): Promise<'added' | 'too_many_passkeys' | 'wrong_factor'> {
  if ((await table.passkeysOf(tx, owner)).length >= maxPasskeys) return 'too_many_passkeys';
  if (!challenge) return 'wrong_factor';
  const checked = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: [...installation.origins],
    expectedRPID: hostOf(installation),
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: verifies(owner.kind),
  }).catch(() => undefined);
  if (!checked?.verified) return 'wrong_factor';
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  const made = { id, name, public_key: Buffer.from(publicKey), counter: BigInt(counter), created_at: now };
  return (await table.insertPasskey(tx, owner, made)) ? 'added' : 'wrong_factor';
}

type PasskeyAnswer = { challenge: string; response: object };

/**
 * The owner of the passkey that answered, if its answer is valid. Its counter must have advanced, or a copy of the
 * passkey exists.
 */
export async function passkeyAnswers(
  tx: Tx,
  now: Date,
  installation: Installation,
  kind: table.Owner['kind'],
  { challenge, response }: PasskeyAnswer,
): Promise<string | undefined> {
  const answer = response as AuthenticationResponseJSON;
  const passkey = await table.lockPasskey(tx, kind, answer.id);
  if (!passkey || !isMeant(answer, passkey.owner)) return undefined;
  const checked = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: [...installation.origins],
    expectedRPID: hostOf(installation),
    credential: { id: passkey.id, publicKey: new Uint8Array(passkey.public_key), counter: Number(passkey.counter) },
    requireUserVerification: verifies(kind),
  }).catch(() => undefined);
  if (!checked?.verified) return undefined;
  await table.usePasskey(tx, kind, passkey.id, BigInt(checked.authenticationInfo.newCounter), now);
  return passkey.owner;
}

/** An authenticator that names the user of a passkey must name the owner we stored. */
function isMeant({ response }: AuthenticationResponseJSON, owner: string): boolean {
  const said = response?.userHandle;
  return said === undefined || said === bytesOf(owner).toString('base64url');
}

/**
 * The challenge that an answer claims to be for. It isn't trusted yet: it must be one of ours, and the signature must
 * be valid.
 */
export function challengeIn(response: object): string | undefined {
  try {
    const { clientDataJSON } = (response as AuthenticationResponseJSON).response;
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof challenge === 'string' && /^[\w-]{1,200}$/.test(challenge) ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Passkeys as their owner sees them. */
export const listPasskeys = async (tx: Tx, owner: table.Owner) =>
  (await table.passkeysOf(tx, owner)).map((passkey) => ({
    id: passkey.id,
    name: passkey.name,
    createdAt: passkey.created_at.toISOString(),
    usedAt: passkey.used_at?.toISOString() ?? null,
  }));
