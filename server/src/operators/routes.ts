import * as operators from '@glasshouse/protocol/office/operators';
import * as session from '@glasshouse/protocol/office/session';
import { minutes } from '../platform/clock.ts';
import { type Route, serve, serveInSteps } from '../platform/http.ts';
import { serveOperator } from '../platform/office.ts';
import { ok } from '../platform/result.ts';
import * as enrolment from './enrolment.ts';
import type { Office } from './factors.ts';
import * as logIn from './log-in.ts';
import * as decide from './operators.ts';
import * as self from './self.ts';

const tries = { burst: 5, everyMs: minutes(1) };

/** Logging in at the back office, one's own account, and the people who run the site. */
export const officeRoutesWith = (office: Office): Route[] => [
  serve(session.showSession, async ({ tx, ...caller }) => ok(await logIn.showSession(tx, caller))),
  serveInSteps(session.logIn, logIn.logIn),
  serveInSteps(session.readInvitation, enrolment.readInvitation),
  serveInSteps(session.setUp, enrolment.setUp),
  serve(session.beginEnrolment, ({ tx, ...caller }) => enrolment.beginEnrolment(tx, caller, office)),
  serveInSteps(session.finishEnrolment, (call, input) => enrolment.finishEnrolment(call, input, office)),
  serveInSteps(session.answerCode, (call, input) => logIn.answerCode(call, input, office)),
  serveInSteps(session.answerRecovery, logIn.answerRecovery),
  serve(session.askPasskey, ({ tx, ...caller }, input) => logIn.askPasskey(tx, caller, input, office)),
  serveInSteps(session.answerPasskey, (call, input) => logIn.answerPasskey(call, input, office)),
  serve(session.logOut, ({ tx, ...caller }) => logIn.logOut(tx, caller)),
  serveOperator(session.showSelf, async (call) => ok(await self.showSelf(call))),
  serveOperator(session.confirmFactor, (call, input) => self.confirmFactor(call, input, office), tries),
  serveOperator(session.addPasskey, (call, input) => self.addPasskey(call, input, office)),
  serveOperator(session.removePasskey, self.removePasskey),
  serveOperator(session.renewRecoveryCodes, self.renewRecoveryCodes),
  serveOperator(session.changeOwnPassword, self.changeOwnPassword, tries),
  serveOperator(operators.listOperators, async ({ tx }) => ok(await decide.listOperators(tx))),
  serveOperator(operators.inviteOperator, (call, input) => decide.inviteOperator(call, input, office.origins[0]!)),
  serveOperator(operators.changeOperatorRole, decide.changeRole),
  serveOperator(operators.disableOperator, decide.disableOperator),
  serveOperator(operators.resetOperator, (call, input) => decide.resetOperator(call, input, office.origins[0]!)),
];
