import { rolesWith } from '@glasshouse/protocol/operators/permissions';
import type { OperatorCall } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import * as table from './sql.ts';

const approvers = rolesWith('operators.approve');
const countedFor = days(7);

/**
 * Whether there is no possible second person other than the operator who asks and the one it is about. An operator who
 * was just set up does count: the request then waits until they may decide.
 */
export const alone = async ({ tx, now, operator }: Pick<OperatorCall, 'tx' | 'now' | 'operator'>, about?: string) =>
  !(await table.hasOtherApprover(tx, now, approvers, about === undefined ? [operator.id] : [operator.id, about]));

/** A possible second person still counts for a week. Otherwise an owner could disable them and continue alone. */
export async function countsOn(tx: Tx, now: Date, { id, status, role }: table.OperatorRow): Promise<void> {
  if (status === 'active' && approvers.includes(role)) await table.countsUntil(tx, id, plus(now, countedFor));
}
