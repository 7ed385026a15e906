import { officeRoutesWith as backofficeWith } from '#console/backoffice/routes.ts';
import { waitingRoutes as marketWaiting } from '#evidence/market/routes.ts';
import { officeRoutes as invites } from '#money/invites/invites.ts';
import { officeRoutes as withdrawals } from '#money/withdrawals/routes.ts';
import { officeRoutes as credit } from '#people/credit/credit.ts';
import { type Files, officeRoutesWith as filesWith } from '#people/files/files.ts';
import { papersOpened } from '#people/security/security.ts';
import type { ApprovedRoute } from '#platform/console/office.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Route } from '#platform/http/http.ts';
import { officeRoutesWith as reviewWith } from '#site/review/routes.ts';
import { officeRoutes as site, waitingRoutes as siteWaiting } from '#site/site/routes.ts';
import { publicSite } from '#site/site/site.ts';
import { officeRoutes as support } from '#site/support/support.ts';
import {
  waitingRoutesWith as operatorsWaitingWith,
  officeRoutesWith as operatorsWith,
} from '#staff/operators/routes.ts';
import { officeRoutes as contracts, waitingRoutes as contractsWaiting } from '#trading/contracts/routes.ts';
import { officeRoutes as options } from '#trading/options/routes.ts';
import { officeRoutes as spot } from '#trading/spot/routes.ts';
import { officeRoutes as wealth, waitingRoutes as wealthWaiting } from '#trading/wealth/routes.ts';
import { figures, gathered, reviewKinds } from './domain-registry.ts';

type Office = Parameters<typeof operatorsWith>[0];
const siteTitle = async (tx: Tx) => (await publicSite(tx)).title;

/** Every call with two-person approval, except those of the console itself. */
const waiting = ({ origins }: Office): ApprovedRoute[] => [
  ...operatorsWaitingWith({ origin: origins[0]!, title: siteTitle }),
  ...siteWaiting,
  ...contractsWaiting,
  ...marketWaiting,
  ...wealthWaiting,
];

/** Every call of operators that the server answers. */
export const officeRoutes = (office: Office, files: Files): Route[] => [
  ...operatorsWith(office, siteTitle),
  ...reviewWith(reviewKinds(files)),
  ...backofficeWith(figures, gathered(files), waiting(office)),
  ...site,
  ...support,
  ...contracts,
  ...options,
  ...spot,
  ...credit,
  ...invites,
  ...wealth,
  ...withdrawals,
  ...filesWith(files, papersOpened),
];
