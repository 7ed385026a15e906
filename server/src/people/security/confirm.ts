import { createHash } from 'node:crypto';
import type { Endpoint, Input } from '@glasshouse/protocol/endpoint';
import * as protocol from '@glasshouse/protocol/security/calls';
import { type ConfirmedAct, factorWaits, type unconfirmed } from '@glasshouse/protocol/security/confirm';
import * as transfers from '@glasshouse/protocol/transfers/calls';
import { upgradeVip } from '@glasshouse/protocol/vip/calls';
import { buyProduct } from '@glasshouse/protocol/wealth/calls';
import * as withdrawals from '@glasshouse/protocol/withdrawals/calls';
import { z } from 'zod';
import type { Tx } from '#platform/database/db.ts';
import { forgetAccountTurns, takeAccountTurn } from '#platform/http/account-turns.ts';
import type { Authenticated, Caller, Steps } from '#platform/http/http.ts';
import { err, ok, type Result, waitFor } from '#platform/http/result.ts';
import { forgetTurns, takeTurn } from '#platform/http/throttle.ts';
import { minutes, plus } from '#platform/runtime/clock.ts';
import * as factors from '../factors/factors.ts';
import { hasTradePassword, people } from '../people/people.ts';
import { noteWrong } from './events.ts';
import { lockOwner, type OwnerProof, proveFactor, triesOf } from './owner.ts';
import { checkTradePassword } from './trade-password.ts';

// A passkey or a code of the authenticator app may confirm in place of the trade password. See ADR 0175.

type Confirming = Caller & Steps & { user: Authenticated };
type Confirmation = { tradePassword?: string | undefined; appCode?: string | undefined; passkey?: object | undefined };
type Unconfirmed = 'not_logged_in' | (typeof unconfirmed)[number];

const endpoints: Record<ConfirmedAct, Endpoint> = {
  '/index/wealth/buy': buyProduct,
  '/index/vip/upgrade': upgradeVip,
  '/index/transfers/send': transfers.sendToMember,
  '/index/transfers/ask': transfers.setAsking,
  '/index/withdraw/start': withdrawals.startWithdrawal,
  '/index/withdraw/addPayee': withdrawals.addPayee,
  '/index/withdraw/savedOnly': withdrawals.switchSavedOnly,
  '/index/user/mailPhrase': protocol.setMailPhrase,
};

/** A hash of one act with all its details, which a passkey confirms. */
export type Act = Buffer;
const proofs = new Set(['tradePassword', 'appCode', 'passkey', 'code']);
const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'bigint'
    ? String(value)
    : value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
/** The hash of a call and its input, without the proofs. */
export function actOf(endpoint: Endpoint, input: object): Act {
  const details = Object.fromEntries(Object.entries(input).filter(([name]) => !proofs.has(name)));
  return createHash('sha256')
    .update(`${endpoint.path}\n${JSON.stringify(details, sorted)}`)
    .digest();
}

const isNew = (now: Date, addedAt: Date) => plus(addedAt, minutes(60 * factorWaits.hours)) > now;

/** The options with which the browser asks for the caller's passkey to confirm exactly this act. */
export async function askConfirmation(
  { step, now, user }: Caller<typeof protocol.askConfirmation> & Steps,
  { act, input }: Input<typeof protocol.askConfirmation>,
  installation: factors.Installation,
) {
  const read = z.safeDecode(endpoints[act].input, input as never);
  if (!read.success) return err('bad_input');
  const hash = actOf(endpoints[act], read.data as object);
  return step(async (tx) => {
    const owner = factors.person(user.userId);
    const own = await factors.listPasskeys(tx, owner);
    const usable = own.filter(({ createdAt }) => !isNew(now, new Date(createdAt))).map(({ id }) => id);
    if (usable.length === 0) return err(own.length === 0 ? 'not_found' : 'factor_new');
    const options = (await factors.questionToAnswer(tx, installation, owner, usable))!;
    await factors.putChallenge(tx, now, options.challenge, { person: user.userId, act: hash });
    return ok({ options: { ...options } });
  });
}

const turnsOf = ({ userId }: Authenticated) => `confirm ${userId}`;
const takeConfirmTurn = ({ step, now, user }: Confirming) =>
  step((tx) => takeTurn(tx, now, turnsOf(user), protocol.tradePasswordTries));

/** Whether the caller confirms this act, by the trade password, a passkey or a code of the authenticator app. */
export async function confirmAct(
  call: Confirming,
  installation: factors.Installation,
  act: Act,
  { tradePassword, appCode, passkey }: Confirmation,
): Promise<Result<unknown, Unconfirmed>> {
  if (tradePassword !== undefined) return checkTradePassword(call, tradePassword);
  if (appCode === undefined && passkey === undefined) return err('trade_password_needed');
  const person = await call.step((tx) => people.personById(tx, call.user.userId));
  if (!hasTradePassword(person)) return err('trade_password_missing');
  const seconds = await takeConfirmTurn(call);
  if (seconds > 0) return waitFor(seconds);
  const done = passkey ? await byPasskey(call, installation, act, passkey) : await byApp(call, installation, appCode!);
  if (done.ok) await call.step((tx) => forgetTurns(tx, turnsOf(call.user)));
  return done;
}

/**
 * Like `confirmAct`, for an act with an id: a retried tap may have used up its code already, and is let through so that
 * it returns what happened the first time.
 */
export const confirmRetriable = async (
  call: Confirming,
  installation: factors.Installation,
  act: Act,
  proof: Confirmation,
  happened: (tx: Tx) => Promise<unknown>,
): Promise<Result<unknown, Unconfirmed>> =>
  proof.tradePassword === undefined && (await call.step(happened))
    ? ok({})
    : confirmAct(call, installation, act, proof);

/** The passkey answers a challenge for this act, once. Its signature and counter are checked as at the log-in. */
async function byPasskey(
  call: Confirming,
  installation: factors.Installation,
  act: Act,
  response: object,
): Promise<Result<OwnerProof, Unconfirmed>> {
  const { step, now, user } = call;
  const challenge = factors.challengeIn(response);
  const asked = { person: user.userId, act };
  // In a separate step, so that a challenge is used up even if the answer is wrong.
  const isAsked = challenge !== undefined && (await step((tx) => factors.takeChallenge(tx, now, challenge, asked)));
  return step(async (tx) => {
    const person = await lockOwner(tx, user);
    if (!person) return err('not_logged_in');
    const own = await factors.listPasskeys(tx, factors.person(person.id));
    const passkey = own.find(({ id }) => id === (response as { id?: unknown }).id);
    if (passkey && isNew(now, new Date(passkey.createdAt))) return err('factor_new');
    const isRight =
      isAsked &&
      passkey !== undefined &&
      (await factors.passkeyAnswers(tx, now, installation, 'person', { challenge, response })) === person.id;
    if (!isRight) {
      await noteWrong(tx, call, { person: person.id, kind: 'wrong_factor' });
      return err('wrong_passkey');
    }
    return ok({ hash: person.password_hash, factor: 'code' });
  });
}

/** Checks and uses up a code of the app. Its attempts are counted together with those at the log-in. */
async function byApp(
  call: Confirming,
  installation: factors.Installation,
  code: string,
): Promise<Result<unknown, Unconfirmed>> {
  const { step, now, user } = call;
  const wait = await step((tx) => takeAccountTurn(tx, triesOf({ id: user.userId }), call));
  if (wait > 0) return waitFor(wait);
  return step(async (tx) => {
    const person = await lockOwner(tx, user);
    if (!person) return err('not_logged_in');
    const since = await factors.authenticatorSince(tx, person.id);
    if (since && isNew(now, since)) return err('factor_new');
    if (!since || (await factors.checkFactor(tx, now, installation, person.id, code)) !== 'code') {
      await noteWrong(tx, call, { person: person.id, kind: 'wrong_factor' });
      return err('wrong_factor');
    }
    await forgetAccountTurns(tx, triesOf(person), call);
    return ok({});
  });
}

/**
 * Whether the caller proves to be the owner: by the trade password and, if one is on, the second factor; or by a
 * passkey, which is both. For changes that decide where money may go.
 */
export async function proveStrictly(
  call: Confirming,
  installation: factors.Installation,
  act: Act,
  { tradePassword, passkey, code }: Omit<Confirmation, 'appCode'> & { code?: string | undefined },
): Promise<Result<OwnerProof, Unconfirmed | 'factor_needed'>> {
  if (tradePassword === undefined && passkey !== undefined) {
    const done = await confirmAct(call, installation, act, { passkey });
    return done.ok ? ok(done.value as OwnerProof) : done;
  }
  const trusted = await confirmAct(call, installation, act, { tradePassword });
  if (!trusted.ok) return trusted;
  const person = await call.step((tx) => people.personById(tx, call.user.userId));
  return proveFactor(call, installation, person, code);
}
