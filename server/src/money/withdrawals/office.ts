import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { MovementState } from '@glasshouse/protocol/movements/arrows';
import type * as protocol from '@glasshouse/protocol/withdrawals/office';
import type { OperatorCall } from '#platform/console/office.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { err, ok } from '#platform/http/result.ts';
import { lockCase } from '#site/review/review.ts';
import { movementOf, publishMovement, walk } from '../movements/movements.ts';
import { summaryOf } from './queries.ts';
import * as table from './sql.ts';

type Listed = Output<typeof protocol.listOpenWithdrawals>;

/** Withdrawals that an operator may still have to act on. */
export async function listOpen(
  { tx }: Pick<OperatorCall, 'tx'>,
  { state, after, limit }: Input<typeof protocol.listOpenWithdrawals>,
): Promise<Listed> {
  const from = after && { at: new Date(after.at), id: after.id };
  const found = [];
  for (const { owner, id, ...rest } of await table.openIn(tx, state, from, limit + 1))
    found.push({ ...rest, movement: (await movementOf(tx, owner, id))! });
  const { rows, next } = pageOf(found, limit, ({ movement: { changedAt, id } }) => ({
    at: changedAt.toISOString(),
    id,
  }));
  const list = rows.map(({ movement, case_id, decision }) => ({
    ...summaryOf(movement),
    number: String(movement.owner),
    case: case_id,
    reason: movement.reason,
    frozenFrom: movement.state === 'frozen' ? whereFrom(decision) : null,
  }));
  return { list, next };
}
const whereFrom = (decision: string | null) =>
  decision === 'approve' ? ('withdrawing' as const) : ('under_review' as const);

type One = Input<typeof protocol.freezeWithdrawal>;
type From = { from: string; decision: string | null };

/**
 * Changes the state of a withdrawal. `to` returns the next state, or `undefined` if the operator may not change it now.
 * The case is locked first, as in every decision and cancellation, so that these never deadlock.
 */
async function act(
  { tx, now, record, publish }: OperatorCall,
  { number, id, reason }: One,
  to: (now: From) => MovementState | undefined,
) {
  const owner = BigInt(number);
  const row = await table.withdrawalOf(tx, owner, id);
  const held = row && (await lockCase(tx, row.case_id));
  const movement = held && (await movementOf(tx, owner, id));
  if (!movement) return err('not_found');
  const state = to({ from: movement.state, decision: held.decision });
  if (!state || !(await walk(tx, now, { owner, id }, state, reason))) return err('withdrawal_moved');
  publishMovement(publish, owner, { id, flow: 'withdraw', state });
  const about = { withdrawal: id };
  record({
    subject: `user:${number}`,
    before: { ...about, state: movement.state },
    after: { ...about, state },
    reason,
  });
  return ok({});
}

export const freeze = (call: OperatorCall, one: One) =>
  act(call, one, ({ from }) => (from === 'under_review' || from === 'withdrawing' ? 'frozen' : undefined));
export const unfreeze = (call: OperatorCall, one: One) =>
  act(call, one, ({ from, decision }) => (from === 'frozen' ? whereFrom(decision) : undefined));
/**
 * Returns the money of an approved withdrawal that cannot or must not arrive. One that is not decided yet is rejected
 * through its case.
 */
export const returnToUser = (call: OperatorCall, one: One) =>
  act(call, one, ({ from, decision }) =>
    from === 'withdrawing' ? 'failed' : from === 'frozen' && decision === 'approve' ? 'rejected' : undefined,
  );
