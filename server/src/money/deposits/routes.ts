import * as protocol from '@glasshouse/protocol/deposits/calls';
import { type Route, serve } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import type { Signer } from '#platform/security/signer.ts';
import { submitAgain, submitDeposit, topUpByCard } from './deposits.ts';
import { showDeposit, showTopUp } from './show.ts';

export const routesWith = (signer: Signer): Route[] => [
  serve(protocol.showDeposit, async (call) => ok(await showDeposit(signer, call))),
  serve(protocol.submitDeposit, (call, input) => submitDeposit(signer, call, input)),
  serve(protocol.submitDepositAgain, (call, input) => submitAgain(signer, call, input)),
  serve(protocol.topUpByCard, topUpByCard),
  serve(protocol.showTopUp, showTopUp),
];
