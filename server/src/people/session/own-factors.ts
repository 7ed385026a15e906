import type { Endpoint, Input, Output } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/factors/calls';
import type { Tx } from '#platform/database/db.ts';
import { forgetBrowsers, rememberBrowser } from '#platform/http/account-turns.ts';
import type { Caller, Steps } from '#platform/http/http.ts';
import { err, ok } from '#platform/http/result.ts';
import * as factors from '../factors/factors.ts';
import { accountOf, asOwner, lockOwner, type Person, securityChanged } from '../security/security.ts';

type Call<E extends Endpoint> = Caller<E> & Steps;
type Installation = factors.Installation;

/** The name of the account in an authenticator. */
const labelOf = ({ username, email, phone, number }: Person) => username ?? email ?? phone ?? String(number);

export async function showFactors(tx: Tx, id: string): Promise<Output<typeof protocol.showFactors>> {
  const owner = factors.person(id);
  return {
    authenticatorSince: (await factors.authenticatorSince(tx, id))?.toISOString() ?? null,
    recoveryCodesLeft: await factors.countRecovery(tx, owner),
    passkeys: await factors.listPasskeys(tx, owner),
  };
}

export async function beginAuthenticator(
  { tx, now, user }: Caller<typeof protocol.beginAuthenticator> & { tx: Tx },
  installation: Installation,
) {
  const person = await lockOwner(tx, user);
  if (!person) return err('not_logged_in');
  if (await factors.authenticatorSince(tx, person.id)) return err('authenticator_on');
  return ok(await factors.beginAuthenticator(tx, now, installation, person.id, labelOf(person)));
}

/**
 * The first right code proves that the app holds the secret; then codes are required. All other browsers are forgotten:
 * each known browser has its own guesses at codes, and someone who knew the password may have made twenty of them
 * known.
 */
export const confirmAuthenticator = (
  call: Call<typeof protocol.confirmAuthenticator>,
  { password, code }: Input<typeof protocol.confirmAuthenticator>,
  installation: Installation,
) =>
  asOwner(call, installation, { password }, async (tx, person) => {
    if (!(await factors.turnOnAuthenticator(tx, call.now, installation, person.id, code))) return err('wrong_factor');
    const recoveryCodes = await factors.renewRecovery(tx, factors.person(person.id));
    await securityChanged(tx, call, person, 'authenticator_on', { keep: call.user.sessionId });
    await forgetBrowsers(tx, accountOf(person));
    await rememberBrowser(tx, accountOf(person), call);
    return ok({ recoveryCodes });
  });

export const turnOffAuthenticator = (
  call: Call<typeof protocol.turnOffAuthenticator>,
  proof: Input<typeof protocol.turnOffAuthenticator>,
  installation: Installation,
) =>
  asOwner(call, installation, proof, async (tx, person) => {
    if (!(await factors.authenticatorSince(tx, person.id))) return err('not_found');
    await factors.turnOffAuthenticator(tx, person.id);
    await securityChanged(tx, call, person, 'authenticator_off', { keep: call.user.sessionId });
    return ok({});
  });

export const renewRecovery = (
  call: Call<typeof protocol.renewRecovery>,
  proof: Input<typeof protocol.renewRecovery>,
  installation: Installation,
) =>
  asOwner(call, installation, proof, async (tx, person) => {
    if (!(await factors.authenticatorSince(tx, person.id))) return err('not_found');
    const recoveryCodes = await factors.renewRecovery(tx, factors.person(person.id));
    await securityChanged(tx, call, person, 'recovery_renewed', { keep: call.user.sessionId });
    return ok({ recoveryCodes });
  });

export const askPasskey = (
  call: Call<typeof protocol.askPasskey>,
  proof: Input<typeof protocol.askPasskey>,
  installation: Installation,
) =>
  asOwner(call, installation, proof, async (tx, person) => {
    const owner = { ...factors.person(person.id), name: labelOf(person), displayName: labelOf(person) };
    if ((await factors.listPasskeys(tx, owner)).length >= factors.maxPasskeys) return err('too_many_passkeys');
    const options = await factors.questionToAdd(tx, installation, owner);
    await factors.putChallenge(tx, call.now, options.challenge, { person: person.id });
    return ok({ options: { ...options } });
  });

/** The challenge was made for the owner a moment ago, so no other proof is needed. */
export async function addPasskey(
  call: Call<typeof protocol.addPasskey>,
  { name, response }: Input<typeof protocol.addPasskey>,
  installation: Installation,
) {
  const { step, inTx, now, user } = call;
  const said = factors.challengeIn(response);
  // In a separate step, so that a challenge is used up even if the answer is wrong.
  const asked =
    said !== undefined && (await step((tx) => factors.takeChallenge(tx, now, said, { person: user.userId })));
  if (!asked) return err('wrong_passkey');
  return inTx(async (tx) => {
    const person = await lockOwner(tx, user);
    if (!person) return err('not_logged_in');
    const answer = { name, challenge: said, response };
    const done = await factors.addPasskey(tx, now, installation, factors.person(person.id), answer);
    if (done !== 'added') return err(done === 'wrong_factor' ? 'wrong_passkey' : done);
    await securityChanged(tx, call, person, 'passkey_added', { keep: user.sessionId, detail: name });
    return ok({});
  });
}

export const removePasskey = (
  call: Call<typeof protocol.removePasskey>,
  { id, ...proof }: Input<typeof protocol.removePasskey>,
  installation: Installation,
) =>
  asOwner(call, installation, proof, async (tx, person) => {
    const name = await factors.deletePasskey(tx, factors.person(person.id), id);
    if (name === undefined) return err('not_found');
    await securityChanged(tx, call, person, 'passkey_removed', { keep: call.user.sessionId, detail: name });
    return ok({});
  });
