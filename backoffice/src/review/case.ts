import { listReviewCases, listReviewKinds, showReviewCase } from '@glasshouse/protocol/review/office';
import type { Answer } from '../lib/call.ts';

/** One case with everything the screen shows of it. */
export type Case = Answer<typeof showReviewCase>;
export type QueueState = 'waiting' | 'decided';

/** What a claim, a release or a decision changes. */
export const changes = [showReviewCase, listReviewCases, listReviewKinds];
