import * as approvals from '@glasshouse/protocol/office/approvals';
import * as audit from '@glasshouse/protocol/office/audit';
import * as dashboard from '@glasshouse/protocol/office/dashboard';
import * as users from '@glasshouse/protocol/office/users';
import { auditHead, entriesAfter, newestEntries } from '../platform/audit.ts';
import type { Route } from '../platform/http.ts';
import { type ApprovedRoute, serveOperator } from '../platform/office.ts';
import { ok } from '../platform/result.ts';
import { setFrozen } from '../session/session.ts';
import { approvalsOf } from './approvals.ts';
import { dashboardOf, type FigureSources } from './dashboard.ts';
import { correction, readStatement, searchUsers, showUser } from './users.ts';

const userRoutes = [
  serveOperator(users.searchUsers, async ({ tx }, input) => ok(await searchUsers(tx, input))),
  serveOperator(users.showUser, ({ tx, now }, input) => showUser(tx, now, input)),
  serveOperator(users.readUserStatement, ({ tx }, input) => readStatement(tx, input)),
  serveOperator(users.freezeUser, (call, input) => setFrozen(call, input, true)),
  serveOperator(users.unfreezeUser, (call, input) => setFrozen(call, input, false)),
];

const auditRoutes = [
  serveOperator(audit.showAuditHead, async ({ tx }) => ok(await auditHead(tx))),
  serveOperator(audit.listAudit, async ({ tx }, { limit, ...choice }) => {
    const found = await newestEntries(tx, choice, limit + 1);
    const list = found.slice(0, limit);
    return ok({ list, next: found.length > limit ? list.at(-1)!.id : null });
  }),
  serveOperator(audit.readAuditChain, async ({ tx }, { after, limit }) =>
    ok({ list: await entriesAfter(tx, after, limit), state: await auditHead(tx) }),
  ),
];

/** The back office itself: users, the log, what waits for a second person (other domains' too), and the figures. */
export function officeRoutesWith(sources: FigureSources, others: readonly ApprovedRoute[] = []): Route[] {
  const waiting = [correction, ...others];
  const approval = approvalsOf(waiting);
  const { figures, csv } = dashboardOf(sources);
  return [
    ...userRoutes,
    ...auditRoutes,
    ...waiting,
    serveOperator(approvals.listApprovals, async (call, input) => ok(await approval.list(call, input))),
    serveOperator(approvals.decideApproval, approval.decide),
    serveOperator(dashboard.showDashboard, async ({ tx, now }) => ok(await figures(tx, now))),
    serveOperator(dashboard.exportPanel, async ({ tx, now, locale }, { panel }) =>
      ok(await csv(tx, now, locale, panel)),
    ),
  ];
}
