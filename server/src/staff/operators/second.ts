import { rolesWith } from '@glasshouse/protocol/operators/permissions';
import type { OperatorCall } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import * as table from './sql.ts';

const approvers = rolesWith('operators.approve');
const countedFor = days(7);

/**
 * Whether nobody could be the second person but the asker and the operator it is about. Somebody who has just set up does count: then the
 * request waits until they may decide.
 */
export const alone = async ({ tx, now, operator }: Pick<OperatorCall, 'tx' | 'now' | 'operator'>, about?: string) =>
  !(await table.someoneElse(tx, now, approvers, about === undefined ? [operator.id] : [operator.id, about]));

/** Somebody who could be the second person still counts for a while, or an owner could lock them out and go on alone. */
export async function countsOn(tx: Tx, now: Date, { id, status, role }: table.OperatorRow): Promise<void> {
  if (status === 'active' && approvers.includes(role)) await table.countsUntil(tx, id, plus(now, countedFor));
}
