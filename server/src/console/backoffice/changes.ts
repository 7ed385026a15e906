import { changesMax, type showChanges } from '@glasshouse/protocol/backoffice/dashboard';
import { correctBalance, freezeUser, unfreezeUser } from '@glasshouse/protocol/backoffice/users';
import * as contracts from '@glasshouse/protocol/contracts/office-terms';
import type { Output } from '@glasshouse/protocol/endpoint';
import { giveUpDay } from '@glasshouse/protocol/market/office';
import * as operators from '@glasshouse/protocol/operators/calls';
import * as session from '@glasshouse/protocol/operators/session';
import { decideReviewCase } from '@glasshouse/protocol/review/office';
import * as site from '@glasshouse/protocol/site/office';
import * as wealth from '@glasshouse/protocol/wealth/office';
import * as withdrawals from '@glasshouse/protocol/withdrawals/office';
import type { OperatorCall } from '#platform/console/office.ts';
import { actsAfter, lastActBefore } from './sql.ts';

const pathsOf = (calls: readonly { path: string }[]) => calls.map(({ path }) => path);
/** Calls that change the site, its money or its users. Looks, claims and log-ins are left out. */
const reported = pathsOf([
  ...[decideReviewCase, correctBalance, freezeUser, unfreezeUser, giveUpDay],
  ...[withdrawals.freezeWithdrawal, withdrawals.unfreezeWithdrawal, withdrawals.returnWithdrawal],
  ...[site.saveMoney, site.withdrawMoney, site.saveSettings, site.saveAnnouncement, site.endAnnouncement],
  ...[site.planMaintenance, site.endMaintenance, contracts.savePeriods, contracts.withdrawPeriods],
  ...[wealth.publishVersion, wealth.closeVersion],
  ...[operators.inviteOperator, operators.changeOperatorRole, operators.disableOperator, operators.resetOperator],
]);
const logIns = pathsOf([
  ...[session.setUp, session.logIn, session.finishEnrolment],
  ...[session.answerCode, session.answerRecovery, session.answerPasskey],
]);

/** The changes that colleagues made since the caller was last here. */
export async function changesSince({ tx, operator }: OperatorCall): Promise<Output<typeof showChanges>> {
  const last = await lastActBefore(tx, operator.id, logIns);
  if (!last) return { since: null, changes: [] };
  const changes = await actsAfter(tx, last.id, operator.id, reported, changesMax);
  return { since: last.at.toISOString(), changes };
}
