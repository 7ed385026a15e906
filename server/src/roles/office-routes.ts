import { appealKind } from '../appeals/appeals.ts';
import { officeRoutesWith as backofficeWith } from '../backoffice/routes.ts';
import { exposure, lateness } from '../contracts/contracts.ts';
import { officeRoutes as contracts } from '../contracts/routes.ts';
import { officeRoutesWith as operatorsWith } from '../operators/routes.ts';
import type { Route } from '../platform/http.ts';
import { queuesOf } from '../review/review.ts';
import { officeRoutesWith as reviewWith } from '../review/routes.ts';
import { officeRoutes as site } from '../site/routes.ts';
import { officeRoutes as support } from '../support/routes.ts';

/** Every queue, one line each. */
const kinds = [appealKind];

/** Every call of operators that the server answers. */
export const officeRoutes = (office: Parameters<typeof operatorsWith>[0]): Route[] => [
  ...operatorsWith(office),
  ...reviewWith(kinds),
  ...backofficeWith({ queues: queuesOf(kinds), exposure, settlement: lateness }),
  ...site,
  ...support,
  ...contracts,
];
