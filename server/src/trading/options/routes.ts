import { listUserOptions } from '@glasshouse/protocol/backoffice/user-records';
import * as protocol from '@glasshouse/protocol/options/calls';
import { serveLook } from '#platform/console/office.ts';
import { type Route, serve, serveInSteps } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import type { Signer } from '#platform/security/signer.ts';
import * as options from './options.ts';

/** `options` opens them, `pricer` computes their prices, and `signer` signs quotes and slips. */
export type Services = { options: options.Opener; pricer: options.Pricer; signer: Signer };

export const routesWith = ({ options: opener, pricer, signer }: Services): Route[] => [
  serve(protocol.showBoard, async ({ tx, now }, input) => ok(await options.showBoard(tx, now, pricer, input))),
  serve(protocol.quoteOption, (call, input) => options.quoteOption(call, { signer, pricer }, input)),
  // The opener writes many orders in one transaction of its own.
  serveInSteps(protocol.buyOption, ({ user }, input) => opener.open(user.number, input)),
  serve(protocol.bidOption, (call, input) => options.bidOption(call, pricer, call.user.number, input)),
  serveInSteps(protocol.sellOption, (call, input) => options.sellOption(call, pricer, call.user.number, input)),
  serve(protocol.listPositions, async ({ tx, now, user }) => ok(await options.listPositions(tx, now, user.number))),
  serve(protocol.listOrders, async ({ tx, user }, input) => ok(await options.listOrders(tx, user.number, input))),
  serve(protocol.showOrder, ({ tx, now, user }, input) => options.showOrder(tx, now, user.number, input)),
  serveInSteps(protocol.showReceipt, ({ step, user }, input) => options.showReceipt(step, signer, user.number, input)),
  serve(protocol.showResults, async ({ tx, now, user }, input) =>
    ok(await options.showResults(tx, now, user.number, input)),
  ),
];

export const officeRoutes = [
  serveLook(listUserOptions, async ({ tx }, { number, ...page }) =>
    ok(await options.listOrders(tx, BigInt(number), page)),
  ),
];
