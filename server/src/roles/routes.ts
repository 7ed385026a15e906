import { routes as appeals } from '../appeals/routes.ts';
import { routesWith as assetsWith } from '../assets/routes.ts';
import { tradingIncome } from '../contracts/contracts.ts';
import { routesWith as contractsWith, type Desk } from '../contracts/routes.ts';
import { routes as credit } from '../credit/routes.ts';
import type { Installation } from '../factors/factors.ts';
import type { Files } from '../files/files.ts';
import { routesWith as filesWith } from '../files/routes.ts';
import { routesWith as identityWith } from '../identity/routes.ts';
import { latestPrices } from '../market/market.ts';
import { routes as market } from '../market/routes.ts';
import { routesWith as personalWith } from '../personal/routes.ts';
import type { Route } from '../platform/http.ts';
import type { Signer } from '../platform/signer.ts';
import { routesWith as securityWith } from '../security/routes.ts';
import { routesWith as sessionWith } from '../session/routes.ts';
import { routes as site } from '../site/routes.ts';
import { routesWith as specimensWith } from '../specimens/routes.ts';
import { routes as support } from '../support/routes.ts';
import { committed, fileChecks } from './handed-over.ts';

const assets = assetsWith({ prices: latestPrices, committed, trading: tradingIncome });

/** What takes pictures, and what signs the codes in them. */
type Papers = { files: Files; specimenSigner: Signer };

/** Every call of users that the server answers. */
type Needed = Desk & Papers & { factors: Installation };
export const routesWith = ({ files, specimenSigner, factors, ...desk }: Needed): readonly Route[] => [
  ...site,
  ...support,
  ...market,
  ...securityWith(factors),
  ...sessionWith(factors),
  ...assets,
  ...contractsWith(desk),
  ...appeals,
  ...credit,
  ...specimensWith(specimenSigner),
  ...filesWith(files, fileChecks(specimenSigner)),
  ...identityWith(files),
  ...personalWith(files, factors),
];
