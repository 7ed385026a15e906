import * as protocol from '@glasshouse/protocol/transfers/calls';
import type { Installation } from '#people/factors/factors.ts';
import { type Route, serve, serveInSteps } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import { createPayeeTokens } from './payee-token.ts';
import { checkAmount, findPayee } from './payees.ts';
import { sendToMember, setAsking, showSending, showTransfer } from './transfers.ts';

/** The secret of the installation seals who was confirmed. */
export function routesWith(installation: Installation): Route[] {
  const tokens = createPayeeTokens(installation.keys);
  return [
    serve(protocol.findPayee, (call, input) => findPayee(tokens, call, input)),
    serve(protocol.checkAmount, (call, input) => checkAmount(tokens, call, input)),
    serve(protocol.showSending, async ({ tx, now, user }) => ok(await showSending(tx, now, user))),
    serveInSteps(protocol.setAsking, (call, input) => setAsking(call, input, installation)),
    serveInSteps(protocol.sendToMember, (call, input) => sendToMember(tokens, call, input, installation)),
    serve(protocol.showTransfer, ({ tx, user }, input) => showTransfer(tx, user, input)),
  ];
}
