import type { Input } from '@glasshouse/protocol/endpoint';
import { formatUsdt } from '@glasshouse/protocol/money';
import * as protocol from '@glasshouse/protocol/transfers/calls';
import { minTransfer } from '@glasshouse/protocol/transfers/calls';
import type { Installation } from '#people/factors/factors.ts';
import { maskedNames } from '#people/people/people.ts';
import { actOf, confirmAct, savedOnlyOf, withdrawalLock } from '#people/security/security.ts';
import type { Tx } from '#platform/database/db.ts';
import { type Authenticated, type Caller, type Route, type Steps, serve, serveInSteps } from '#platform/http/http.ts';
import { limitPer, turnsOf } from '#platform/http/limits.ts';
import type { Personal } from '#platform/http/personal.ts';
import { err, ok, type Result, waitFor } from '#platform/http/result.ts';
import { giveTurnBack, takeTurn } from '#platform/http/throttle.ts';
import { movementOf, publishMovement, startResultOf } from '../movements/movements.ts';
import { levelOf } from '../vip/vip.ts';
import { createPayeeTokens, type PayeeTokens } from './payee-token.ts';
import { checkAmount, findPayee } from './payees.ts';
import * as table from './sql.ts';

/**
 * Whether the user sends with one tap: members with a level do, unless they opted out or withdrawals are still blocked
 * after a change to a means of logging in. A thief who got in by such a change doesn't know the trade password.
 */
async function showSending(tx: Tx, now: Date, { userId }: Authenticated) {
  const level = await levelOf(tx, now, userId);
  const ask = await table.asks(tx, userId);
  const isLocked = withdrawalLock(now, await table.changeOf(tx, userId)) !== null;
  return {
    ...{ level, ask, needsPassword: level === 0 || ask || isLocked, least: formatUsdt(minTransfer) },
    savedOnly: await savedOnlyOf(tx, now, userId),
  };
}

/**
 * Switching the password prompt on needs nothing. Switching it off needs the password, or a stolen session could do it.
 */
async function setAsking(
  call: Caller<typeof protocol.setAsking> & Steps,
  input: Input<typeof protocol.setAsking>,
  installation: Installation,
) {
  const { ask } = input;
  const { user, step } = call;
  if (!ask && (await step((tx) => table.asks(tx, user.userId)))) {
    const checked = await confirmAct(call, installation, actOf(protocol.setAsking, input), input);
    if (!checked.ok) return checked;
  }
  return call.inTx(async (tx) => {
    await table.setAsks(tx, user.userId, ask);
    return ok({ ask });
  });
}

const nameOf = async (tx: Tx, number: bigint) => (await maskedNames(tx, [number])).get(number) ?? '•••';

/** Sends to the confirmed payee. A retried tap returns what happened the first time. */
async function sendToMember(
  tokens: PayeeTokens,
  call: Caller<typeof protocol.sendToMember> & Steps,
  input: Input<typeof protocol.sendToMember>,
  installation: Installation,
) {
  const { id, token, amount } = input;
  const { now, user, step, publish } = call;
  const payer = user.number;
  const confirmed = tokens.read(token, payer);
  if (!confirmed) return err('payee_unconfirmed');
  const { payee } = confirmed;
  const before = await step((tx) => movementOf(tx, payer, id));
  if (!before) {
    if (confirmed.until <= now) return err('payee_unconfirmed');
    const { needsPassword } = await step((tx) => showSending(tx, now, user));
    if (needsPassword) {
      const checked = await confirmAct(call, installation, actOf(protocol.sendToMember, input), input);
      if (!checked.ok) return checked;
    }
  }
  const send = () =>
    call.inTx(async (tx) => {
      const begun = startResultOf(await table.send(tx, now, { payer, payee, id, amount }));
      if (!begun.ok) return begun;
      if (!begun.value.repeated) {
        publishMovement(publish, payer, { id, flow: 'transfer', state: 'done' });
        publishMovement(publish, payee, { id, flow: 'receive', state: 'done' });
      }
      return ok({ id, amount: formatUsdt(amount), name: await nameOf(tx, payee) });
    });
  return before ? send() : countingRefusals(call, send);
}

const asking = limitPer(protocol.checkAmount, 'user');
/**
 * A refused amount reveals as much about the payee as asking whether it fits, so it uses up one of the same attempts.
 */
async function countingRefusals<T, E>(
  { now, user, step }: Pick<Caller<typeof protocol.sendToMember>, 'now' | 'user'> & Pick<Steps, 'step'>,
  send: () => Promise<Result<T, E | 'payee_limit'>>,
) {
  const turns = turnsOf(protocol.checkAmount, asking, user.userId);
  const wait = await step((tx) => takeTurn(tx, now, turns, asking));
  if (wait > 0) return waitFor(wait);
  const sent = await send();
  if (sent.ok || sent.error !== 'payee_limit') await step((tx) => giveTurnBack(tx, turns, asking));
  return sent;
}

/** A transfer as one of its two sides sees it. */
async function showTransfer(tx: Tx, { number }: Authenticated, { id }: Input<typeof protocol.showTransfer>) {
  const moved = await movementOf(tx, number, id);
  if (!moved || moved.other === null || !['transfer', 'receive'].includes(moved.flow)) return err('not_found');
  return ok({
    id,
    side: moved.flow === 'transfer' ? ('sent' as const) : ('received' as const),
    amount: formatUsdt(moved.amount),
    name: await nameOf(tx, moved.other),
    at: moved.at.toISOString(),
  });
}

/** How the user wants to send. Sent and received transfers are among the movements. */
export const personal: Personal = async function* (tx, { id }) {
  yield { name: 'transfers.json', json: { askForTradePassword: await table.asks(tx, id) } };
};

/** Payee tokens are sealed with the installation's secret. */
export function routesWith(installation: Installation): Route[] {
  const tokens = createPayeeTokens(installation.keys);
  return [
    serve(protocol.findPayee, (call, input) => findPayee(tokens, call, input)),
    serve(protocol.checkAmount, (call, input) => checkAmount(tokens, call, input)),
    serve(protocol.showSending, async ({ tx, now, user }) => ok(await showSending(tx, now, user))),
    serveInSteps(protocol.setAsking, (call, input) => setAsking(call, input, installation)),
    serveInSteps(protocol.sendToMember, (call, input) => sendToMember(tokens, call, input, installation)),
    serve(protocol.showTransfer, ({ tx, user }, input) => showTransfer(tx, user, input)),
  ];
}
