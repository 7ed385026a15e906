import { figures as backups } from '#console/backoffice/backoffice.ts';
import { personal as favourites, latestPrices, figures as market } from '#evidence/market/market.ts';
import { personal as assets, timeline as corrections, type Earnings, overviewWith } from '#money/assets/assets.ts';
import { topUpKind, topUpQueue, personal as topUps } from '#money/deposits/deposits.ts';
import { personal as invites, notifyInviterOf } from '#money/invites/invites.ts';
import { figures as ledger } from '#money/ledger/ledger.ts';
import {
  timeline as moneyMoved,
  figures as movementFigures,
  personal as movements,
  numbered as movementsNumbered,
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
import { unattendedSeconds } from '#site/site/site.ts';
import { appealKind, personal as appeals } from '#staff/appeals/appeals.ts';
import { figures as contracts, tradingByDay, tradingIncome } from '#trading/contracts/contracts.ts';
import {
  figures as optionFigures,
  tradingByDay as optionsByDay,
  tradingIncome as optionsIncome,
} from '#trading/options/options.ts';
import { personal as shares } from '#trading/shares/shares.ts';
import { spotByDay, spotIncome } from '#trading/spot/spot.ts';
import {
  numbered as holdingsNumbered,
  machinePrices,
  machinePricesByDay,
  personal as products,
  runningOrdersOf,
  figures as wealthFigures,
  committedBy as wealthHolds,
} from '#trading/wealth/wealth.ts';
import { committedInProducts, numberedOrders, personalOfProducts } from './products.ts';

// The parts of domains that are combined with those of others. A new domain adds its lines where it has such parts.

/** Money that is neither in a wallet nor spent. */
const committed = [...committedInProducts, withdrawalsHold, vipHolds, wealthHolds];
/**
 * Profits and losses from trading and from buying machines. Interest of products is booked as income, so the ledger has
 * it.
 */
const earnings: Earnings = {
  contracts: { sums: tradingIncome, byDay: tradingByDay },
  options: { sums: optionsIncome, byDay: optionsByDay },
  spot: { sums: spotIncome, byDay: spotByDay },
  machine: { sums: machinePrices, byDay: machinePricesByDay },
};
/** The data of other domains for the overview of a user's money. */
export const overviewSources = { prices: latestPrices, committed, earnings };

/** The sections of a user's page that operators look at. */
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

/** The searches of operators. */
const findersOf = (files: Files) => ({
  cases: findCases(reviewKinds(files)),
  orders: numberedOrders,
  numbered: [movementsNumbered, holdingsNumbered],
  payees: (tx: Tx, text: string, limit: number, byPart: boolean) => usersOfPayee(files.keys, tx, text, limit, byPart),
});
/** The parts that the console combines from other domains. */
export const gathered = (files: Files) => ({ ...looks, finders: findersOf(files) });

/** A user's unfinished business, which must end before they are deleted. */
export const unfinished = [...committed, runningOrdersOf];

/** The checks that decide whether an uploaded picture is accepted, by its purpose. */
export const fileChecks = (specimenSigner: Signer): Checks => ({ specimen: createSpecimenCheck(specimenSigner) });

/** The cases that operators review, with one queue per kind. */
export const reviewKinds = (files: Files): ReviewKind[] => [
  appealKind,
  identityKind(files, notifyInviterOf),
  topUpKind(files),
  withdrawalKind(files),
  refundKind,
];
const queues = [appealKind, { kind: identityQueue }, { kind: topUpQueue }, { kind: withdrawalQueue }, refundKind];

/** The figures of the operators' overview. */
export const figures = {
  ...ledger,
  ...contracts,
  ...optionFigures,
  ...figuresOf(queues, unattendedSeconds),
  ...market,
  ...session,
  ...movementFigures,
  ...wealthFigures,
  ...backups,
};

/** The data that each domain stores about a person, for their data copy. */
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
  ...personalOfProducts,
  shares,
  products,
  withdrawalsWith(files),
];
