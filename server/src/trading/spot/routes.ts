import { listUserTrades, showUserCoins } from '@glasshouse/protocol/backoffice/user-records';
import * as protocol from '@glasshouse/protocol/spot/calls';
import { serveLook } from '#platform/console/office.ts';
import { type Route, serve, serveInSteps } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import type { Signer } from '#platform/security/signer.ts';
import * as spot from './spot.ts';

/** `spot` opens orders, and `signer` signs their slips again. */
export type Services = { spot: spot.Opener; signer: Signer };

export const routesWith = ({ spot: opener, signer }: Services): Route[] => [
  serve(protocol.showRules, async ({ tx, now }) => ok(await spot.showRules(tx, now))),
  // The opener writes many orders in one transaction of its own.
  serveInSteps(protocol.trade, ({ user }, input) => opener.open(user.number, input)),
  serve(protocol.listHoldings, async ({ tx, user }) => ok(await spot.listHoldings(tx, user.number))),
  serve(protocol.listOrders, async ({ tx, user }, input) => ok(await spot.listOrders(tx, user.number, input))),
  serve(protocol.showOrder, ({ tx, now, user }, input) => spot.showOrder(tx, now, user.number, input)),
  serveInSteps(protocol.showReceipt, ({ step, user }, input) => spot.showReceipt(step, signer, user.number, input)),
];

export const officeRoutes = [
  serveLook(showUserCoins, async ({ tx }, { number }) => ok(await spot.listHoldings(tx, BigInt(number)))),
  serveLook(listUserTrades, async ({ tx }, { number, ...page }) => ok(await spot.listOrders(tx, BigInt(number), page))),
];
