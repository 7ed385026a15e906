import * as protocol from '@glasshouse/protocol/security/calls';
import { type Route, serve, serveInSteps } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import type { Installation } from '../factors/factors.ts';
import * as security from './security.ts';

export const routesWith = (installation: Installation, textMessages: boolean): Route[] => [
  serve(protocol.showSecurity, async ({ tx, now, user }) => ok(await security.overview(tx, now, user.userId))),
  serve(protocol.listEvents, async ({ tx, user }, input) => ok(await security.listEvents(tx, user.userId, input))),
  serve(protocol.endOtherSessions, ({ tx, ...call }) => security.endOtherSessions(tx, call)),
  serveInSteps(protocol.sendContactCode, (call, input) => security.sendContactCode(call, input, textMessages)),
  serveInSteps(protocol.changeContact, (call, input) => security.changeContact(call, input, installation)),
  serveInSteps(protocol.askConfirmation, (call, input) => security.askConfirmation(call, input, installation)),
  serveInSteps(protocol.sendTradePasswordCode, (call) => security.sendTradePasswordCode(call, textMessages)),
  serveInSteps(protocol.setTradePassword, (call, input) => security.setTradePassword(call, input, installation)),
  serveInSteps(protocol.setMailPhrase, (call, input) => security.setMailPhrase(call, input, installation)),
  serve(protocol.lockAccount, ({ tx, ...call }, { token }) => security.lockAccount(tx, call, token)),
];
