import * as protocol from '@glasshouse/protocol/office/review';
import type { Route } from '../platform/http.ts';
import { serveOperator } from '../platform/office.ts';
import { ok } from '../platform/result.ts';
import { type ReviewKind, reviewOf } from './review.ts';

/** The queues of all domains through one door. */
export function officeRoutesWith(kinds: readonly ReviewKind[]): Route[] {
  const review = reviewOf(kinds);
  return [
    serveOperator(protocol.listReviewKinds, async (call) => ok(await review.listKinds(call))),
    serveOperator(protocol.listReviewCases, review.listCases),
    serveOperator(protocol.showReviewCase, review.showCase),
    serveOperator(protocol.readReviewDocument, review.readDocument),
    serveOperator(protocol.claimReviewCase, review.claim),
    serveOperator(protocol.releaseReviewCase, review.release),
    serveOperator(protocol.decideReviewCase, review.decide),
  ];
}
