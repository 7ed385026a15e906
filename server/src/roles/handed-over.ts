import { appealKind, personal as appeals } from '../appeals/appeals.ts';
import { personal as assets, timeline as corrections, type Earnings, overviewWith } from '../assets/assets.ts';
import { figures as backups } from '../backoffice/backoffice.ts';
import {
  committedBy,
  numbered as contractNumbered,
  figures as contracts,
  personal as orders,
  tradingByDay,
  tradingIncome,
} from '../contracts/contracts.ts';
import { personal as credit } from '../credit/credit.ts';
import { topUpKind, topUpQueue, personal as topUps } from '../deposits/deposits.ts';
import { type Checks, type Files, personalIn as pictures } from '../files/files.ts';
import { identityKind, identityQueue, personalWith as identityWith } from '../identity/identity.ts';
import { personal as invites } from '../invites/invites.ts';
import { figures as ledger } from '../ledger/ledger.ts';
import { personal as favourites, latestPrices, figures as market } from '../market/market.ts';
import { timeline as moneyMoved, figures as movementFigures, personal as movements } from '../movements/movements.ts';
import {
  figures as optionFigures,
  numbered as optionNumbered,
  personal as options,
  tradingByDay as optionsByDay,
  committedBy as optionsHold,
  tradingIncome as optionsIncome,
} from '../options/options.ts';
import { personal as profile, timeline as staffActs } from '../people/people.ts';
import type { Tx } from '../platform/db.ts';
import type { Personal } from '../platform/personal.ts';
import type { Signer } from '../platform/signer.ts';
import { timeline as cases, figuresOf, findCases, type ReviewKind } from '../review/review.ts';
import { personal as security, timeline as securityEvents } from '../security/security.ts';
import { figures as session, personal as sessions } from '../session/session.ts';
import { personal as shares } from '../shares/shares.ts';
import { createSpecimenCheck } from '../specimens/specimens.ts';
import {
  spotByDay,
  committedBy as spotHolds,
  spotIncome,
  numbered as spotNumbered,
  personal as trades,
} from '../spot/spot.ts';
import { personal as transfers } from '../transfers/transfers.ts';
import { refundKind, personal as vip, committedBy as vipHolds } from '../vip/vip.ts';
import {
  machinePrices,
  machinePricesByDay,
  personal as products,
  runningBy,
  figures as wealthFigures,
  committedBy as wealthHolds,
} from '../wealth/wealth.ts';
import {
  usersOfPlace,
  withdrawalKind,
  withdrawalQueue,
  committedBy as withdrawalsHold,
  personalWith as withdrawalsWith,
} from '../withdrawals/withdrawals.ts';

// What domains hand over for others to gather; a new one adds its line where it has something.

/** Money that is neither in a wallet nor spent. */
const committed = [committedBy, optionsHold, spotHolds, withdrawalsHold, vipHolds, wealthHolds];
/** What users earn or lose by trading and by buying machines. Interest of products is booked as income, so the ledger has it. */
const earnings: Earnings = {
  contracts: { sums: tradingIncome, byDay: tradingByDay },
  options: { sums: optionsIncome, byDay: optionsByDay },
  spot: { sums: spotIncome, byDay: spotByDay },
  machine: { sums: machinePrices, byDay: machinePricesByDay },
};
/** Where the overview of a user's money gets what other domains know. */
export const overviewSources = { prices: latestPrices, committed, earnings };

/** What operators look at on the page of a user. */
const looks = {
  timelines: {
    money: [moneyMoved, corrections],
    security: [securityEvents],
    cases: [cases],
    staff: [staffActs],
  },
  overview: overviewWith(overviewSources),
  committed,
};

/** Where operators' searches look. */
const findersOf = (files: Files) => ({
  cases: findCases(reviewKinds(files)),
  orders: { contract: contractNumbered, option: optionNumbered, spot: spotNumbered },
  payees: (tx: Tx, text: string, most: number) => usersOfPlace(files.keys, tx, text, most),
});
/** What the back office gathers from other domains. */
export const gathered = (files: Files) => ({ ...looks, finders: findersOf(files) });

/** What has to end before a person is deleted. */
export const unfinished = [...committed, runningBy];

/** Who says which uploaded picture may be kept, by what it is for. */
export const fileChecks = (specimenSigner: Signer): Checks => ({ specimen: createSpecimenCheck(specimenSigner) });

/** What operators review, a queue each. */
export const reviewKinds = (files: Files): ReviewKind[] => [
  appealKind,
  identityKind(files),
  topUpKind(files),
  withdrawalKind(files),
  refundKind,
];
const queues = [appealKind, { kind: identityQueue }, { kind: topUpQueue }, { kind: withdrawalQueue }, refundKind];

/** What operators see on their overview. */
export const figures = {
  ...ledger,
  ...contracts,
  ...optionFigures,
  ...figuresOf(queues),
  ...market,
  ...session,
  ...movementFigures,
  ...wealthFigures,
  ...backups,
};

/** What each domain keeps about a person, for the copy that the person may ask for. */
export const personalParts = (files: Files): Personal[] => [
  profile,
  security,
  sessions,
  identityWith(files),
  pictures(files),
  appeals,
  credit,
  invites,
  favourites,
  assets,
  movements,
  topUps,
  vip,
  transfers,
  orders,
  options,
  trades,
  shares,
  products,
  withdrawalsWith(files),
];
