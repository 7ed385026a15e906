import * as protocol from '@glasshouse/protocol/market/calls';
import { giveUpDay } from '@glasshouse/protocol/market/office';
import { type ApprovedRoute, serveForApproval } from '#platform/console/office.ts';
import { serve } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import { givingUp } from './giving-up.ts';
import * as market from './market.ts';

export { files } from './source-message.ts';

export const routes = [
  serve(protocol.listMarket, async ({ tx, now }) => ok(await market.listMarket(tx, now))),
  serve(protocol.listCandles, async ({ tx, now }, input) => ok(await market.listCandles(tx, now, input))),
  serve(protocol.showTape, async ({ tx }) => ok(await market.showTape(tx))),
  serve(protocol.downloadTicks, ({ tx }, input) => market.downloadTicks(tx, input)),
  serve(protocol.downloadRounds, ({ tx }, input) => market.downloadRounds(tx, input)),
  serve(protocol.proveTicks, ({ tx }, input) => market.proveTicks(tx, input)),
  serve(protocol.listFavourites, async ({ tx, user }) => ok(await market.listFavourites(tx, user.userId))),
  serve(protocol.setFavourite, async ({ tx, user }, input) => ok(await market.setFavourite(tx, user.userId, input))),
];

/** Giving up a day that can't be generated needs two-person approval. */
export const waitingRoutes: ApprovedRoute[] = [serveForApproval(giveUpDay, givingUp)];
