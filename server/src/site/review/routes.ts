import * as protocol from '@glasshouse/protocol/review/office';
import { serveOperator } from '#platform/console/office.ts';
import type { Route } from '#platform/http/http.ts';
import { ok } from '#platform/http/result.ts';
import { listAutomatic } from './automatic.ts';
import type { ReviewKind } from './kinds.ts';
import { lookAt } from './look.ts';
import { workOn } from './work.ts';

/** The calls for the queues of all domains. */
export function officeRoutesWith(kinds: readonly ReviewKind[]): Route[] {
  const [look, work] = [lookAt(kinds), workOn(kinds)];
  return [
    serveOperator(protocol.listReviewKinds, async (call) => ok(await look.listKinds(call))),
    serveOperator(protocol.listReviewCases, look.listCases),
    serveOperator(protocol.showReviewCase, look.showCase),
    serveOperator(protocol.listAutomaticApprovals, listAutomatic),
    serveOperator(protocol.claimReviewCase, work.claim),
    serveOperator(protocol.releaseReviewCase, work.release),
    serveOperator(protocol.readReviewDocument, work.readDocument),
    serveOperator(protocol.decideReviewCase, work.decide),
  ];
}
