import { routes as appeals } from '../appeals/routes.ts';
import { routesWith as assetsWith } from '../assets/routes.ts';
import { committedBy, tradingIncome } from '../contracts/contracts.ts';
import { routesWith as contractsWith, type Desk } from '../contracts/routes.ts';
import { latestPrices } from '../market/market.ts';
import { routes as market } from '../market/routes.ts';
import type { Route } from '../platform/http.ts';
import { routes as session } from '../session/routes.ts';
import { routes as site } from '../site/routes.ts';
import { routes as support } from '../support/routes.ts';

const assets = assetsWith({ prices: latestPrices, committed: committedBy, trading: tradingIncome });

/** Every call of users that the server answers. */
export const routesWith = (desk: Desk): readonly Route[] => [
  ...site,
  ...support,
  ...market,
  ...session,
  ...assets,
  ...contractsWith(desk),
  ...appeals,
];
