import type { Db } from '#platform/database/db.ts';
import type { Route } from '#platform/http/http.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import type { Clock } from '#platform/runtime/clock.ts';
import type { Signer } from '#platform/security/signer.ts';
import { createOpener, type Opener } from '#trading/contracts/contracts.ts';
import { routesWith as contractsWith } from '#trading/contracts/routes.ts';
import * as options from '#trading/options/options.ts';
import { routesWith as optionsWith } from '#trading/options/routes.ts';
import { routesWith as spotWith } from '#trading/spot/routes.ts';
import * as spot from '#trading/spot/spot.ts';

/** The order openers of all products, the option pricer and the signer of slips. */
export type OrderServices = {
  opener: Opener;
  options: options.Opener;
  pricer: options.Pricer;
  spot: spot.Opener;
  signer: Signer;
};

type Opening = { db: Db; clock: Clock; signer: Signer; bus?: Pick<BusOf<'api'>, 'publish'> };
export function openOrderServices(opening: Opening): OrderServices & { waiting: () => number } {
  const pricer = options.createPricer();
  const opener = createOpener(opening);
  const bought = options.createOpener({ ...opening, pricer });
  const traded = spot.createOpener(opening);
  return {
    ...{ opener, options: bought, pricer, spot: traded, signer: opening.signer },
    waiting: () => opener.waiting() + bought.waiting() + traded.waiting(),
  };
}

/** The routes of all products. */
export const orderRoutesWith = (services: OrderServices): readonly Route[] => [
  ...contractsWith(services),
  ...optionsWith(services),
  ...spotWith(services),
];
