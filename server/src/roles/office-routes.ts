import { officeRoutesWith as backofficeWith } from '../backoffice/routes.ts';
import { officeRoutes as contracts, waitingRoutes as contractsWaiting } from '../contracts/routes.ts';
import { officeRoutes as credit } from '../credit/routes.ts';
import type { Files } from '../files/files.ts';
import { officeRoutesWith as filesWith } from '../files/routes.ts';
import { officeRoutes as invites } from '../invites/routes.ts';
import { waitingRoutes as marketWaiting } from '../market/routes.ts';
import { waitingRoutesWith as operatorsWaitingWith, officeRoutesWith as operatorsWith } from '../operators/routes.ts';
import { officeRoutes as options } from '../options/routes.ts';
import type { Tx } from '../platform/db.ts';
import type { Route } from '../platform/http.ts';
import type { ApprovedRoute } from '../platform/office.ts';
import { officeRoutesWith as reviewWith } from '../review/routes.ts';
import { papersOpened } from '../security/security.ts';
import { officeRoutes as site, waitingRoutes as siteWaiting } from '../site/routes.ts';
import { publicSite } from '../site/site.ts';
import { officeRoutes as spot } from '../spot/routes.ts';
import { officeRoutes as support } from '../support/routes.ts';
import { officeRoutes as wealth, waitingRoutes as wealthWaiting } from '../wealth/routes.ts';
import { officeRoutes as withdrawals } from '../withdrawals/routes.ts';
import { figures, gathered, reviewKinds } from './handed-over.ts';

type Office = Parameters<typeof operatorsWith>[0];
const siteTitle = async (tx: Tx) => (await publicSite(tx)).title;

/** Every call that may wait for a second person, but for what the back office brings itself. */
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
