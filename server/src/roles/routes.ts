import { routes as market } from '#evidence/market/routes.ts';
import { routesWith as publiclogWith } from '#evidence/publiclog/routes.ts';
import { routesWith as assetsWith, grantWelcome } from '#money/assets/assets.ts';
import { routesWith as depositsWith } from '#money/deposits/deposits.ts';
import { routes as invites } from '#money/invites/invites.ts';
import { routesWith as transfersWith } from '#money/transfers/transfers.ts';
import { routesWith as vipWith } from '#money/vip/vip.ts';
import { routesWith as withdrawalsWith } from '#money/withdrawals/routes.ts';
import { routes as credit } from '#people/credit/credit.ts';
import type { Installation } from '#people/factors/factors.ts';
import { type Files, routesWith as filesWith } from '#people/files/files.ts';
import { routesWith as identityWith } from '#people/identity/identity.ts';
import { routesWith as personalWith } from '#people/personal/personal.ts';
import { routesWith as securityWith } from '#people/security/security.ts';
import { routesWith as sessionWith } from '#people/session/routes.ts';
import { routesWith as specimensWith } from '#people/specimens/specimens.ts';
import type { Route } from '#platform/http/http.ts';
import type { Signer } from '#platform/security/signer.ts';
import { routesWith as siteWith } from '#site/site/routes.ts';
import { routes as support } from '#site/support/support.ts';
import { routes as appeals } from '#staff/appeals/appeals.ts';
import { routesWith as recordsWith } from '#trading/records/routes.ts';
import { routesWith as sharesWith } from '#trading/shares/shares.ts';
import { routesWith as wealthWith } from '#trading/wealth/routes.ts';
import { fileChecks, overviewSources } from './domain-registry.ts';
import { type OrderServices, orderRoutesWith } from './order-services.ts';
import { productsByName } from './products.ts';

const assets = assetsWith(overviewSources);

/** The cleaner and store of pictures, and the signer of their codes. */
type Papers = { files: Files; specimenSigner: Signer };

type RouteServices = OrderServices &
  Papers & {
    factors: Installation;
    witnesses: readonly string[];
    /** Whether text messages are delivered. There is no gateway: they stay in an outbox that only development shows. */
    textMessages: boolean;
  };
/** All routes of the web app. */
export const routesWith = ({
  files,
  specimenSigner,
  factors,
  witnesses,
  textMessages,
  ...services
}: RouteServices): readonly Route[] => [
  ...siteWith(textMessages),
  ...support,
  ...market,
  ...publiclogWith(witnesses),
  ...securityWith(factors, textMessages),
  ...sessionWith(factors, textMessages, grantWelcome),
  ...assets,
  ...orderRoutesWith(services),
  ...sharesWith(factors, services.signer, productsByName),
  ...vipWith(factors),
  ...wealthWith(services.signer, factors),
  ...transfersWith(factors),
  ...appeals,
  ...credit,
  ...invites,
  ...recordsWith(productsByName),
  ...specimensWith(specimenSigner),
  ...filesWith(files, fileChecks(specimenSigner)),
  ...identityWith(files),
  ...depositsWith(specimenSigner),
  ...withdrawalsWith(files, factors),
  ...personalWith(files, factors),
];
