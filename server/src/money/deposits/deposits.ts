import * as protocol from '@glasshouse/protocol/deposits/calls';
import type { Input } from '@glasshouse/protocol/endpoint';
import { formatUsdt } from '@glasshouse/protocol/money';
import type { Network } from '@glasshouse/protocol/movements/addresses';
import { receiptOf } from '@glasshouse/protocol/specimens/code';
import { keepFiles } from '#people/files/files.ts';
import { people } from '#people/people/people.ts';
import { type Tx, violates } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { type Caller, type Route, serve } from '#platform/http/http.ts';
import type { Personal } from '#platform/http/personal.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import type { Signer } from '#platform/security/signer.ts';
import { openCase } from '#site/review/review.ts';
import { movementOf, publishMovement, startMovement, startResultOf, walk } from '../movements/movements.ts';
import { kind } from './decided.ts';
import { addressOf, showDeposit, showTopUp } from './show.ts';
import * as table from './sql.ts';

export { kind as topUpQueue, passByClock } from './decided.ts';
export { topUpKind } from './review.ts';

type Signs = Pick<Signer, 'sign'>;
type Submitted = { id: string; network: Network; amount: bigint; receipt: string; attempt: number };

/** Queues a receipt. It must be this user's picture, made for this amount and network, and not used in another case. */
async function putInQueue(
  signer: Signs,
  { tx, now, user }: Pick<Caller<typeof protocol.submitDeposit>, 'now' | 'user'> & { tx: Tx },
  { id, network, amount, receipt, attempt }: Submitted,
): Promise<Result<{ state: 'under_review' }, 'not_found' | 'receipt_differs' | 'too_many_top_ups'>> {
  const { userId: person, number } = user;
  const kept = await keepFiles(tx, now, person, [receipt]);
  if (!kept.ok) return kept;
  if (kept.value[0]!.part !== receiptOf(network, amount)) return err('receipt_differs');
  const about = newId();
  const title = `${formatUsdt(amount)} USDT · ${network}`;
  await openCase(tx, now, { id: about, kind, person, number, title, attempt });
  const address = addressOf(signer, number, network);
  try {
    await table.insertCase(tx, { id: about, person, owner: number, movement: id, network, address, attempt, receipt });
  } catch (error) {
    if (violates(error, 'top_ups_under_review')) return err('too_many_top_ups');
    if (violates(error, 'top_up_case_receipt_key')) return err('not_found');
    throw error;
  }
  return ok({ state: 'under_review' });
}

/** Starts a top-up through a network. Nothing is credited until a reviewer or the automatic review approves it. */
async function submitDeposit(
  signer: Signs,
  call: Caller<typeof protocol.submitDeposit> & { tx: Tx },
  { id, network, amount, receipt }: Input<typeof protocol.submitDeposit>,
) {
  const { tx, now, user, publish } = call;
  const owner = user.number;
  const asked = {
    owner,
    id,
    flow: 'recharge',
    state: 'under_review',
    currency: 'USDT',
    amount,
    label: network,
  } as const;
  const begun = await startMovement(tx, now, asked);
  if (!begun.ok) return err(begun.error === 'not_logged_in' ? begun.error : 'id_used');
  if (begun.value.repeated) return ok({ state: (await stateOf(tx, owner, id))! });
  const put = await putInQueue(signer, call, { id, network, amount, receipt, attempt: 1 });
  if (put.ok) publishMovement(publish, owner, asked);
  return put;
}

/** Resubmits a rejected top-up with another receipt. A repeated call finds it under review and returns that. */
async function submitAgain(
  signer: Signs,
  call: Caller<typeof protocol.submitDepositAgain> & { tx: Tx },
  { id, receipt }: Input<typeof protocol.submitDepositAgain>,
) {
  const { tx, now, user, publish } = call;
  const owner = user.number;
  // Locks the user before the movement, in the same order as the deletion of a user. Calls run one after another, so
  // that each gets the next attempt number.
  await people.lockById(tx, user.userId);
  const found = await movementOf(tx, owner, id);
  const before = found && (await table.newestCase(tx, owner, id));
  if (!found || !before) return err('not_found');
  if (!(await walk(tx, now, { owner, id }, 'under_review'))) return ok({ state: (await stateOf(tx, owner, id))! });
  const put = await putInQueue(signer, call, {
    ...{ id, receipt, network: found.label as Network, amount: found.amount },
    attempt: before.attempt + 1,
  });
  if (put.ok) publishMovement(publish, owner, { id, flow: 'recharge', state: 'under_review' });
  return put;
}

/** Credits a top-up by a published test card at once. Only the brand and last four digits of the card are stored. */
async function topUpByCard(
  { tx, now, user, publish }: Caller<typeof protocol.topUpByCard> & { tx: Tx },
  { id, amount, card }: Input<typeof protocol.topUpByCard>,
) {
  const begun = startResultOf(await table.topUpByCard(tx, { owner: user.number, id, amount, at: now, ...card }));
  if (!begun.ok) return begun;
  if (!begun.value.repeated) publishMovement(publish, user.number, { id, flow: 'recharge', state: 'passed' });
  return ok({ state: 'passed' as const });
}

const stateOf = async (tx: Tx, owner: bigint, id: string) =>
  (await movementOf(tx, owner, id))?.state as 'under_review' | 'passed' | 'rejected' | undefined;

const limit = 1000;

/**
 * Every receipt the user submitted, with its address and decision. The pictures are exported with all uploaded files.
 */
export const personal: Personal = async function* (tx, { id }) {
  yield { name: 'top-ups.json', json: await table.casesOf(tx, id, limit) };
};

export const routesWith = (signer: Signer): Route[] => [
  serve(protocol.showDeposit, async (call) => ok(await showDeposit(signer, call))),
  serve(protocol.submitDeposit, (call, input) => submitDeposit(signer, call, input)),
  serve(protocol.submitDepositAgain, (call, input) => submitAgain(signer, call, input)),
  serve(protocol.topUpByCard, topUpByCard),
  serve(protocol.showTopUp, showTopUp),
];
