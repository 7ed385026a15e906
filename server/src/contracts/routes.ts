import * as protocol from '@glasshouse/protocol/contracts';
import * as office from '@glasshouse/protocol/office/periods';
import { type Route, serve, serveInSteps } from '../platform/http.ts';
import { serveOperator } from '../platform/office.ts';
import { ok } from '../platform/result.ts';
import type { Signer } from '../platform/signer.ts';
import * as contracts from './contracts.ts';

/** What opens orders, and what signs slips again. */
export type Desk = { opener: contracts.Opener; signer: Signer };

export const routesWith = ({ opener, signer }: Desk): Route[] => [
  serve(protocol.showRules, async ({ tx }) => ok(await contracts.showRules(tx))),
  // The opener writes many orders in one transaction of its own.
  serveInSteps(protocol.openContract, ({ user }, input) => opener.open(user.number, input)),
  serve(protocol.listPositions, async ({ tx, now, user }) => ok(await contracts.listPositions(tx, now, user.number))),
  serve(protocol.listOrders, async ({ tx, user }, input) => ok(await contracts.listOrders(tx, user.number, input))),
  serve(protocol.showOrder, ({ tx, now, user }, input) => contracts.showOrder(tx, now, user.number, input)),
  serve(protocol.showReceipt, ({ tx, user }, input) => contracts.showReceipt(tx, signer, user.number, input)),
  serve(protocol.showResults, async ({ tx, now, user }, input) =>
    ok(await contracts.showResults(tx, now, user.number, input)),
  ),
];

export const officeRoutes = [
  serveOperator(office.showPeriods, async ({ tx }, input) => ok(await contracts.listTerms(tx, input))),
  serveOperator(office.savePeriods, contracts.changeTerms),
];
