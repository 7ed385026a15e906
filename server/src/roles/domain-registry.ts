import { figures as backups } from '#console/backoffice/backoffice.ts';
import { personal as favourites, latestPrices, figures as market } from '#evidence/market/market.ts';
import { personal as assets, timeline as corrections, type Earnings, overviewWith } from '#money/assets/assets.ts';
import { topUpKind, topUpQueue, personal as topUps } from '#money/deposits/deposits.ts';
import { personal as invites, tellInviterOf } from '#money/invites/invites.ts';
import { figures as ledger } from '#money/ledger/ledger.ts';
import {
  timeline as moneyMoved,
  figures as movementFigures,
  personal as movements,
} from '#money/movements/movements.ts';
import { personal as transfers } from '#money/transfers/transfers.ts';
import { refundKind, personal as vip, committedBy as vipHolds } from '#money/vip/vip.ts';
import {
  usersOfPayee,
  withdrawalKind,
  withdrawalQueue,
  committedBy as withdrawalsHold,
  personalWith as withdrawalsWith,
} from '#money/withdrawals/withdrawals.ts';
import { personal as credit } from '#people/credit/credit.ts';
import { type Checks, type Files, personalIn as pictures } from '#people/files/files.ts';
import { identityKind, identityQueue, personalWith as identityWith } from '#people/identity/identity.ts';
import { personal as profile, timeline as staffActs } from '#people/people/people.ts';
import { personal as security, timeline as securityEvents } from '#people/security/security.ts';
import { figures as session, personal as sessions } from '#people/session/session.ts';
import { createSpecimenCheck } from '#people/specimens/specimens.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Personal } from '#platform/http/personal.ts';
import type { Signer } from '#platform/security/signer.ts';
import { timeline as cases, figuresOf, findCases, type ReviewKind } from '#site/review/review.ts';
import { appealKind, personal as appeals } from '#staff/appeals/appeals.ts';
import {
  committedBy,
  numbered as contractNumbered,
  figures as contracts,
  personal as orders,
  tradingByDay,
  tradingIncome,
} from '#trading/contracts/contracts.ts';
import {
  figures as optionFigures,
  numbered as optionNumbered,
  personal as options,
  tradingByDay as optionsByDay,
  committedBy as optionsHold,
  tradingIncome as optionsIncome,
} from '#trading/options/options.ts';
import { personal as shares } from '#trading/shares/shares.ts';
import {
  spotByDay,
  committedBy as spotHolds,
  spotIncome,
  numbered as spotNumbered,
  personal as trades,
} from '#trading/spot/spot.ts';
import {
  machinePrices,
  machinePricesByDay,
  personal as products,
  runningBy,
  figures as wealthFigures,
  committedBy as wealthHolds,
} from '#trading/wealth/wealth.ts';

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
  payees: (tx: Tx, text: string, most: number, byPart: boolean) => usersOfPayee(files.keys, tx, text, most, byPart),
});
/** What the console gathers from other domains. */
export const gathered = (files: Files) => ({ ...looks, finders: findersOf(files) });

/** What has to end before a person is deleted. */
export const unfinished = [...committed, runningBy];

/** Who says which uploaded picture may be kept, by what it is for. */
export const fileChecks = (specimenSigner: Signer): Checks => ({ specimen: createSpecimenCheck(specimenSigner) });

/** What operators review, a queue each. */
export const reviewKinds = (files: Files): ReviewKind[] => [
  appealKind,
  identityKind(files, tellInviterOf),
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
