import type { Input } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/withdrawals/calls';
import type { Tx } from '#platform/database/db.ts';
import type { Caller } from '#platform/http/http.ts';
import { err, ok } from '#platform/http/result.ts';
import { movementOf, tellMovement } from '../movements/movements.ts';
import * as table from './sql.ts';

/** Cancels a withdrawal that is still under review. */
export async function cancel(
  { tx, now, user, tell }: Caller<typeof protocol.cancelWithdrawal> & { tx: Tx },
  { id }: Input<typeof protocol.cancelWithdrawal>,
) {
  if (!(await table.withdrawalOf(tx, user.number, id))) return err('not_found');
  if (!(await table.cancel(tx, now, user.number, id))) {
    // The answer to the first try may have been lost.
    const movement = await movementOf(tx, user.number, id);
    return movement?.state === 'cancelled' ? ok({}) : err('withdrawal_decided');
  }
  tellMovement(tell, user.number, { id, flow: 'withdraw', state: 'cancelled' });
  return ok({});
}
