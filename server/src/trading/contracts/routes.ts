import { listUserOrders, showUserOrder } from '@glasshouse/protocol/backoffice/user-records';
import * as protocol from '@glasshouse/protocol/contracts/calls';
import * as office from '@glasshouse/protocol/contracts/office-terms';
import {
  type ApprovedRoute,
  serveForApproval,
  serveLook,
  serveLookInSteps,
  serveOperator,
} from '#platform/console/office.ts';
import { type Route, serve, serveInSteps } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import type { Signer } from '#platform/security/signer.ts';
import * as contracts from './contracts.ts';

/** `opener` opens orders, and `signer` signs their slips again. */
export type Services = { opener: contracts.Opener; signer: Signer };

export const routesWith = ({ opener, signer }: Services): Route[] => [
  serve(protocol.showRules, async ({ tx, now }) => ok(await contracts.showRules(tx, now))),
  // The opener writes many orders in one transaction of its own.
  serveInSteps(protocol.openContract, ({ user }, input) => opener.open(user.number, input)),
  serve(protocol.listPositions, async ({ tx, now, user }) => ok(await contracts.listPositions(tx, now, user.number))),
  serve(protocol.listOrders, async ({ tx, user }, input) => ok(await contracts.listOrders(tx, user.number, input))),
  serve(protocol.showOrder, ({ tx, now, user }, input) => contracts.showOrder(tx, now, user.number, input)),
  serveInSteps(protocol.showReceipt, ({ step, user }, input) =>
    contracts.showReceipt(step, signer, user.number, input),
  ),
  serve(protocol.showResults, async ({ tx, now, user }, input) =>
    ok(await contracts.showResults(tx, now, user.number, input)),
  ),
];

export const officeRoutes = [
  serveOperator(office.showPeriods, async ({ tx, now }, input) => ok(await contracts.listTerms(tx, now, input))),
  serveOperator(office.withdrawPeriods, contracts.withdrawTermsChange),
  serveLook(listUserOrders, async ({ tx }, { number, ...page }) =>
    ok(await contracts.listOrders(tx, BigInt(number), page)),
  ),
  serveLookInSteps(showUserOrder, ({ step }, { number, ...order }) =>
    contracts.showEvidence(step, BigInt(number), order),
  ),
];

/** Changing the payouts of new contracts needs two-person approval. */
export const waitingRoutes: ApprovedRoute[] = [serveForApproval(office.savePeriods, contracts.termsChange)];
