import * as approvals from '@glasshouse/protocol/backoffice/approvals';
import * as audit from '@glasshouse/protocol/backoffice/audit';
import * as dashboard from '@glasshouse/protocol/backoffice/dashboard';
import { readExport } from '@glasshouse/protocol/backoffice/exports';
import * as notes from '@glasshouse/protocol/backoffice/notes';
import { searchAll } from '@glasshouse/protocol/backoffice/search';
import * as looks from '@glasshouse/protocol/backoffice/timeline';
import * as users from '@glasshouse/protocol/backoffice/users';
import { addNote, listNotes, peopleNamed, setFrozen } from '#people/people/people.ts';
import { auditHead, chainAfter, newestEntries } from '#platform/console/audit.ts';
import { type ApprovedRoute, serveLook, serveOperator, serveRead } from '#platform/console/office.ts';
import type { Route } from '#platform/http/http.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { ok } from '#platform/http/result.ts';
import { casesNamed } from '#site/review/review.ts';
import { approvalsOf } from './approvals.ts';
import { resolvedFilter } from './audit-filter.ts';
import { changesSince } from './changes.ts';
import { dashboardOf } from './dashboard.ts';
import { exportPart } from './exports.ts';
import type { Sources } from './figures.ts';
import { type Finders, searchWith } from './search.ts';
import { type UserPageParts, userPageOf } from './user-page.ts';
import { correction, readStatement, searchUsers, showUser } from './users.ts';

const userRoutes = [
  serveOperator(users.searchUsers, async ({ tx }, input) => ok(await searchUsers(tx, input))),
  serveLook(users.showUser, ({ tx, now }, input) => showUser(tx, now, input)),
  serveLook(users.readUserStatement, ({ tx }, input) => readStatement(tx, input)),
  serveLook(notes.listNotes, ({ tx }, input) => listNotes(tx, input)),
  serveOperator(notes.addNote, addNote),
  serveOperator(users.freezeUser, (call, input) => setFrozen(call, input, true)),
  serveOperator(users.unfreezeUser, (call, input) => setFrozen(call, input, false)),
];

const auditRoutes = [
  serveOperator(audit.showAuditHead, async ({ tx }) => ok(await auditHead(tx))),
  serveOperator(audit.listAudit, async ({ tx }, { limit, before, from, until, ...filter }) => {
    const choice = { ...(await resolvedFilter(tx, filter)), before, from, until };
    const { rows, next } = pageOf(await newestEntries(tx, choice, limit + 1), limit, ({ id }) => id);
    const subjects = rows.map(({ subject }) => subject);
    return ok({ list: rows, people: await peopleNamed(tx, subjects), cases: await casesNamed(tx, subjects), next });
  }),
  serveOperator(audit.readAuditChain, async ({ tx }, { after, limit }) => ok(await chainAfter(tx, after, limit))),
];

/** The calls of the console itself: users, the log, requests for a second person (of all domains), and the figures. */
export function officeRoutesWith(
  sources: Sources,
  gathered: UserPageParts & { finders: Finders },
  others: readonly ApprovedRoute[] = [],
): Route[] {
  const userPage = userPageOf(gathered);
  const waiting = [correction, ...others];
  const approval = approvalsOf(waiting);
  const { figures, csv } = dashboardOf(sources);
  return [
    ...userRoutes,
    serveRead(searchAll, searchWith(gathered.finders)),
    serveRead(readExport, exportPart),
    serveLook(looks.showTimeline, ({ tx }, input) => userPage.timeline(tx, input)),
    serveLook(looks.showOpen, ({ tx, now }, input) => userPage.open(tx, now, input)),
    serveLook(looks.viewAsUser, ({ tx, now }, input) => userPage.view(tx, now, input)),
    ...auditRoutes,
    ...waiting,
    serveOperator(approvals.listApprovals, async (call, input) => ok(await approval.list(call, input))),
    serveOperator(approvals.decideApproval, approval.decide),
    serveOperator(dashboard.showDashboard, async ({ tx, now }) => ok(await figures(tx, now))),
    serveOperator(dashboard.showChanges, async (call) => ok(await changesSince(call))),
    serveOperator(dashboard.exportPanel, async ({ tx, now, locale }, { panel }) =>
      ok(await csv(tx, now, locale, panel)),
    ),
  ];
}
