import * as operators from '@glasshouse/protocol/operators/calls';
import * as session from '@glasshouse/protocol/operators/session';
import type { Installation } from '#people/factors/factors.ts';
import { type ApprovedRoute, serveForApproval, serveOperator } from '#platform/console/office.ts';
import { type Route, serve, serveInSteps } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import * as enrolment from './enrolment.ts';
import type { Sender, SiteTitle } from './link.ts';
import * as logIn from './log-in.ts';
import * as decide from './operators.ts';
import * as self from './self.ts';

/** Logging in to the console, the operator's own account, and managing operators. */
export const officeRoutesWith = (office: Installation, siteTitle: SiteTitle): Route[] => [
  serve(session.showSession, async ({ tx, ...caller }) => ok(await logIn.showSession(tx, caller))),
  serveInSteps(session.logIn, logIn.logIn),
  serveInSteps(session.readInvitation, enrolment.readInvitation),
  serveInSteps(session.setUp, (call, input) => enrolment.setUp(call, input, siteTitle)),
  serve(session.beginEnrolment, ({ tx, ...caller }) => enrolment.beginEnrolment(tx, caller, office)),
  serveInSteps(session.finishEnrolment, (call, input) => enrolment.finishEnrolment(call, input, office)),
  serveInSteps(session.answerCode, (call, input) => logIn.answerCode(call, input, office)),
  serveInSteps(session.answerRecovery, logIn.answerRecovery),
  serve(session.askPasskey, ({ tx, ...caller }, input) => logIn.askPasskey(tx, caller, input, office)),
  serveInSteps(session.answerPasskey, (call, input) => logIn.answerPasskey(call, input, office)),
  serve(session.logOut, ({ tx, ...caller }) => logIn.logOut(tx, caller)),
  serveOperator(session.showSelf, async (call) => ok(await self.showSelf(call))),
  serveOperator(session.confirmFactor, (call, input) => self.confirmFactor(call, input, office)),
  serveOperator(session.addPasskey, (call, input) => self.addPasskey(call, input, office)),
  serveOperator(session.removePasskey, self.removePasskey),
  serveOperator(session.renewRecoveryCodes, self.renewRecoveryCodes),
  serveOperator(session.changeOwnPassword, (call, input) => self.changeOwnPassword(call, input, siteTitle)),
  serveOperator(operators.listOperators, async ({ tx }) => ok(await decide.listOperators(tx))),
  serveOperator(operators.disableOperator, decide.disableOperator),
];

/** Changes to operators. They take two people once there are two. */
export const waitingRoutesWith = (sender: Sender): ApprovedRoute[] => [
  serveForApproval(operators.inviteOperator, {
    ask: decide.askInvite,
    decide: (call, input) => decide.inviteOperator(call, input, sender),
  }),
  serveForApproval(operators.changeOperatorRole, { ask: decide.askRole, decide: decide.changeRole }),
  serveForApproval(operators.resetOperator, {
    ask: decide.askReset,
    decide: (call, input) => decide.resetOperator(call, input, sender),
  }),
];
