import * as protocol from '@glasshouse/protocol/wealth/calls';
import * as office from '@glasshouse/protocol/wealth/office';
import type { Installation } from '#people/factors/factors.ts';
import { type ApprovedRoute, serveForApproval, serveLook, serveOperator } from '#platform/console/office.ts';
import { type Route, serve, serveInSteps } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import type { Signer } from '#platform/security/signer.ts';
import * as catalogue from './catalogue.ts';
import * as wealth from './wealth.ts';

export const routesWith = (signer: Signer, installation: Installation): Route[] => [
  serve(protocol.listProducts, async ({ tx, now }) => ok(await wealth.listProducts(tx, now))),
  serve(protocol.showProduct, ({ tx, now }, input) => wealth.showProduct(tx, now, input)),
  serveInSteps(protocol.buyProduct, (call, input) => wealth.buyProduct(call, input, installation)),
  serve(protocol.endPledge, wealth.endPledge),
  serve(protocol.listHoldings, async ({ tx, now, user }, input) =>
    ok(await wealth.listHoldings(tx, now, user.number, input)),
  ),
  serve(protocol.showHolding, (caller, input) => wealth.showHolding(caller, signer, input)),
  serve(protocol.showWealth, async ({ tx, user }) => ok(await wealth.showWealth(tx, user.number))),
];

export const officeRoutes = [
  serveOperator(office.listVersions, async ({ tx }, input) => ok(await catalogue.listVersions(tx, input))),
  serveOperator(office.saveDraft, catalogue.saveDraft),
  serveOperator(office.deleteDraft, catalogue.deleteDraft),
  serveOperator(office.closeVersion, catalogue.closeVersion),
  serveLook(office.listUserHoldings, async ({ tx, now }, { number, ...page }) =>
    ok(await wealth.listHoldings(tx, now, BigInt(number), page)),
  ),
];

/** The promises of a product to users need two-person approval. */
export const waitingRoutes: ApprovedRoute[] = [serveForApproval(office.publishVersion, catalogue.publishing)];
