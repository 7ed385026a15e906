import * as factorCalls from '@glasshouse/protocol/factors/calls';
import * as protocol from '@glasshouse/protocol/session/calls';
import { type Route, serve, serveInSteps } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import type { Installation } from '../factors/factors.ts';
import { infoOf, people } from '../people/people.ts';
import * as own from './own-factors.ts';
import * as session from './session.ts';

export const routesWith = (
  installation: Installation,
  textMessages: boolean,
  onRegistered: session.OnRegistered,
): Route[] => [
  serveInSteps(protocol.sendCode, (call, input) => session.requestCode(call, input, textMessages)),
  serveInSteps(protocol.register, (call, input) => session.registerPerson(call, input, onRegistered)),
  serveInSteps(protocol.login, (call, input) => session.logIn(call, input, installation)),
  serve(factorCalls.passkeyOptions, ({ tx, now }) => session.logInChallenge(tx, now, installation)),
  serveInSteps(factorCalls.passkeyLogin, (call, input) => session.logInByPasskey(call, input, installation)),
  serve(protocol.logout, ({ tx, ...caller }) => session.logOut(tx, caller)),
  serveInSteps(protocol.forget, session.resetPassword),
  serve(protocol.getUser, async ({ tx, user }) => ok(infoOf(await people.personById(tx, user.userId)))),
  serveInSteps(protocol.editPassword, (call, input) => session.editPassword(call, input, installation)),
  serve(protocol.listSessions, async ({ tx, now, user }) => ok({ list: await session.listSessions(tx, now, user) })),
  serve(protocol.endSession, ({ tx, ...caller }, { id }) => session.endSession(tx, caller, id)),
  serve(factorCalls.showFactors, async ({ tx, user }) => ok(await own.showFactors(tx, user.userId))),
  serve(factorCalls.beginAuthenticator, (call) => own.beginAuthenticator(call, installation)),
  serveInSteps(factorCalls.confirmAuthenticator, (call, input) => own.confirmAuthenticator(call, input, installation)),
  serveInSteps(factorCalls.turnOffAuthenticator, (call, input) => own.turnOffAuthenticator(call, input, installation)),
  serveInSteps(factorCalls.renewRecovery, (call, input) => own.renewRecovery(call, input, installation)),
  serveInSteps(factorCalls.askPasskey, (call, input) => own.askPasskey(call, input, installation)),
  serveInSteps(factorCalls.addPasskey, (call, input) => own.addPasskey(call, input, installation)),
  serveInSteps(factorCalls.removePasskey, (call, input) => own.removePasskey(call, input, installation)),
];
