import { routes as appeals } from '../appeals/routes.ts';
import { routesWith as assetsWith } from '../assets/routes.ts';
import { routesWith as contractsWith } from '../contracts/routes.ts';
import { routes as credit } from '../credit/routes.ts';
import { routesWith as depositsWith } from '../deposits/routes.ts';
import type { Installation } from '../factors/factors.ts';
import type { Files } from '../files/files.ts';
import { routesWith as filesWith } from '../files/routes.ts';
import { routesWith as identityWith } from '../identity/routes.ts';
import { routes as invites } from '../invites/routes.ts';
import { routes as market } from '../market/routes.ts';
import { routesWith as optionsWith } from '../options/routes.ts';
import { routesWith as personalWith } from '../personal/routes.ts';
import type { Route } from '../platform/http.ts';
import type { Signer } from '../platform/signer.ts';
import { routesWith as publiclogWith } from '../publiclog/routes.ts';
import { routes as records } from '../records/routes.ts';
import { routesWith as securityWith } from '../security/routes.ts';
import { routesWith as sessionWith } from '../session/routes.ts';
import { routesWith as sharesWith } from '../shares/routes.ts';
import { routesWith as siteWith } from '../site/routes.ts';
import { routesWith as specimensWith } from '../specimens/routes.ts';
import { routesWith as spotWith } from '../spot/routes.ts';
import { routes as support } from '../support/routes.ts';
import { routesWith as transfersWith } from '../transfers/routes.ts';
import { routesWith as vipWith } from '../vip/routes.ts';
import { routesWith as wealthWith } from '../wealth/routes.ts';
import { routesWith as withdrawalsWith } from '../withdrawals/routes.ts';
import type { Desk } from './desk.ts';
import { fileChecks, overviewSources } from './handed-over.ts';

const assets = assetsWith(overviewSources);

/** What takes pictures, and what signs the codes in them. */
type Papers = { files: Files; specimenSigner: Signer };

/** Every call of users that the server answers. */
type Needed = Desk &
  Papers & {
    factors: Installation;
    witnesses: readonly string[];
    /** Whether text messages arrive. No gateway is connected: they lie in an outbox, which only development shows. */
    textMessages: boolean;
  };
export const routesWith = ({
  files,
  specimenSigner,
  factors,
  witnesses,
  textMessages,
  ...desk
}: Needed): readonly Route[] => [
  ...siteWith(textMessages),
  ...support,
  ...market,
  ...publiclogWith(witnesses),
  ...securityWith(factors, textMessages),
  ...sessionWith(factors, textMessages),
  ...assets,
  ...contractsWith(desk),
  ...optionsWith(desk),
  ...spotWith(desk),
  ...sharesWith(factors, desk.signer),
  ...vipWith(factors),
  ...wealthWith(desk.signer, factors),
  ...transfersWith(factors),
  ...appeals,
  ...credit,
  ...invites,
  ...records,
  ...specimensWith(specimenSigner),
  ...filesWith(files, fileChecks(specimenSigner)),
  ...identityWith(files),
  ...depositsWith(specimenSigner),
  ...withdrawalsWith(files, factors),
  ...personalWith(files, factors),
];
