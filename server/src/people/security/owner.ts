import { ownerTries, personTries } from '@glasshouse/protocol/factors/parts';
import type { Tx } from '#platform/database/db.ts';
import { forgetAccountTurns, type Tries, takeAccountTurn } from '#platform/http/account-turns.ts';
import type { Authenticated, Caller, Steps } from '#platform/http/http.ts';
import { err, ok, type Result, waitFor } from '#platform/http/result.ts';
import { passwordMatches } from '#platform/security/passwords.ts';
import * as factors from '../factors/factors.ts';
import { people } from '../people/people.ts';
import { accountOf } from './changes.ts';
import { noteWrong } from './events.ts';
import * as table from './sql.ts';

export type Proof = { password: string; code?: string | undefined };
export type Person = Awaited<ReturnType<typeof people.personById>>;
type OwnerCall = Omit<Caller, 'user'> & Steps & { user: Authenticated };

/** Attempts at the second factor are counted per account, over all calls that ask for it. */
export const triesOf = (person: { id: string }): Tries => ({
  what: 'factor',
  account: accountOf(person),
  limits: { limit: personTries },
});
// Counted separately from the factor's: someone with a session but without the password must not use up attempts that
// the owner needs at the log-in.
const passwordTriesOf = (person: { id: string }): Tries => ({
  what: 'owner',
  account: accountOf(person),
  limits: { limit: ownerTries },
});

/** The refusals for a missing and for a wrong code of the authenticator app. */
export const factorRefusal = { missing: 'factor_needed', wrong: 'wrong_factor' } as const;

/**
 * Locks the caller's row, if their session still exists and the account isn't locked. Every security change calls this,
 * so a change in progress when the owner locked the account or reset its password is refused.
 */
export async function lockOwner(tx: Tx, user: Authenticated): Promise<Person | undefined> {
  const person = await people.lockById(tx, user.userId);
  return !person.locked_at && (await table.hasSession(tx, person.id, user.sessionId)) ? person : undefined;
}

export type OwnerProof = { hash: string; factor: 'none' | 'code' | 'recovery' };
type WithoutFactor = 'not_logged_in' | 'factor_needed' | 'wrong_factor' | 'too_many_requests';
type Unproven = 'wrong_password' | WithoutFactor;

/** Whether the caller is the owner. This uses up a right code, whatever is decided later. */
export async function prove(
  call: OwnerCall,
  installation: factors.Installation,
  { password, code }: Proof,
): Promise<Result<OwnerProof, Unproven>> {
  const { step, user } = call;
  const found = await step((tx) => people.personById(tx, user.userId));
  const seconds = await step((tx) => takeAccountTurn(tx, passwordTriesOf(found), call));
  if (seconds > 0) return waitFor(seconds);
  if (!(await passwordMatches(found.password_hash, password))) {
    await step((tx) => noteWrong(tx, call, { person: found.id, kind: 'wrong_password' }));
    return err('wrong_password');
  }
  const proven = await proveFactor(call, installation, found, code);
  if (proven.ok) await step((tx) => forgetAccountTurns(tx, passwordTriesOf(found), call));
  return proven;
}

/** Whether the caller has the second factor, if one is on. This uses up a right code. */
export async function proveFactor(
  call: OwnerCall,
  installation: factors.Installation,
  found: Person,
  code: string | undefined,
): Promise<Result<OwnerProof, WithoutFactor>> {
  const { step, now, user } = call;
  if (code !== undefined) {
    const wait = await step((tx) => takeAccountTurn(tx, triesOf(found), call));
    if (wait > 0) return waitFor(wait);
  }
  return step(async (tx) => {
    const person = await lockOwner(tx, user);
    if (person?.password_hash !== found.password_hash) return err('not_logged_in');
    const factor = await factors.checkFactor(tx, now, installation, person.id, code);
    if (factor === 'wrong') await noteWrong(tx, call, { person: person.id, kind: 'wrong_factor' });
    if (factor === 'missing' || factor === 'wrong') return err(factorRefusal[factor]);
    if (factor !== 'none') await forgetAccountTurns(tx, triesOf(person), call);
    return ok({ hash: found.password_hash, factor });
  });
}

/**
 * Decides for a proven owner. The person's row is locked, here as at the log-in, so that what was proven stays true
 * until the end.
 */
export const decideFor = <T, E = never>(
  { inTx, user }: OwnerCall,
  { hash, factor }: OwnerProof,
  decide: (tx: Tx, person: Person) => Promise<Result<T, E>>,
) =>
  inTx(async (tx): Promise<Result<T, E | 'not_logged_in' | 'factor_needed'>> => {
    const person = await lockOwner(tx, user);
    if (person?.password_hash !== hash) return err('not_logged_in');
    if (factor === 'none' && (await factors.authenticatorSince(tx, person.id))) return err('factor_needed');
    return decide(tx, person);
  });

/**
 * Does something that only the owner may do, not someone at an open browser: the caller gives the password again, and a
 * code if an authenticator app is on.
 */
export async function asOwner<T, E>(
  call: OwnerCall,
  installation: factors.Installation,
  proof: Proof,
  decide: (tx: Tx, person: Person) => Promise<Result<T, E>>,
): Promise<Result<T, E | Unproven>> {
  const proven = await prove(call, installation, proof);
  return proven.ok ? decideFor(call, proven.value, decide) : proven;
}
