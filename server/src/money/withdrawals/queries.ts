import type { Input, Output } from '@glasshouse/protocol/endpoint';
import { formatUnits } from '@glasshouse/protocol/money';
import type * as protocol from '@glasshouse/protocol/withdrawals/calls';
import { currencyOf, takesSeconds, type WithdrawalMethod } from '@glasshouse/protocol/withdrawals/methods';
import type { Tx } from '#platform/database/db.ts';
import type { Caller } from '#platform/http/http.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { err, ok } from '#platform/http/result.ts';
import { plus, seconds } from '#platform/runtime/clock.ts';
import { reasonOrNull } from '#platform/runtime/words.ts';
import { reviewTimeOf } from '#site/review/review.ts';
import { needsTwoPeople } from '#site/site/site.ts';
import { chosenOf, type Movement, movementOf, placeIn, placeText, stepsOf } from '../movements/movements.ts';
import { type Keys, payeeIn } from './sealed.ts';
import * as table from './sql.ts';

type State = protocol.WithdrawalState;
type Summary = Output<typeof protocol.listWithdrawals>['list'][number];

/** A withdrawal as lists show it. */
export function summaryOf({ id, state, label, amount, fee, at, changedAt }: Movement): Summary {
  const currency = currencyOf(label as WithdrawalMethod);
  return {
    ...{ id, state: state as State, way: label as WithdrawalMethod, currency },
    amount: formatUnits(amount, currency),
    fee: formatUnits(fee, currency),
    arrives: formatUnits(amount - fee, currency),
    at: at.toISOString(),
    changedAt: changedAt.toISOString(),
  };
}

/** One page of a user's withdrawals. */
export async function list(
  tx: Tx,
  owner: bigint,
  { state, currency, before, limit }: Input<typeof protocol.listWithdrawals>,
) {
  const chosen = {
    flows: ['withdraw'] as const,
    states: state && [state],
    currencies: currency ? [currency] : (['USDT', 'CNY'] as const),
    before: before === undefined ? undefined : placeIn(before),
  };
  const { rows, next } = pageOf(await chosenOf(tx, owner, chosen, limit + 1), limit, placeText);
  return { list: rows.map(summaryOf), next };
}

/** Whether a withdrawal is large enough to take two people. */
const needsTwo = async (tx: Tx, now: Date, owner: bigint, id: string): Promise<boolean> =>
  needsTwoPeople(tx, now, await table.countOf(tx, owner, id));

/** One withdrawal with its steps so far. */
export async function show(
  { keys }: { keys: Keys },
  { tx, now, user, locale }: Caller<typeof protocol.showWithdrawal> & { tx: Tx },
  { id }: Input<typeof protocol.showWithdrawal>,
) {
  const [movement, row] = [await movementOf(tx, user.number, id), await table.withdrawalOf(tx, user.number, id)];
  if (!movement || !row) return err('not_found');
  const steps = await stepsOf(tx, user.number, id);
  const takes = seconds(takesSeconds[movement.label as WithdrawalMethod]);
  return ok({
    ...summaryOf(movement),
    payee: payeeIn(keys, row),
    steps: steps.map(({ state, at, reason }) => ({
      ...{ state: state as State, at: at.toISOString(), reason: reasonOrNull(locale, reason) },
    })),
    twoPeople: await needsTwo(tx, now, user.number, id),
    ...(await reviewTimeOf(tx, now, table.kind, user.userId)),
    ...(!(await table.clockMayPay(tx, now, user.number, id)) && { automaticSeconds: null }),
    paidFrom: movement.state === 'withdrawing' ? plus(movement.changedAt, takes).toISOString() : null,
  });
}
