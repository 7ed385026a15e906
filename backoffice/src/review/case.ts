import { listReviewCases, listReviewKinds, showReviewCase } from '@glasshouse/protocol/review/office';
import type { Answer, Body } from '../lib/call.ts';

/** One case with everything the screen shows of it. */
export type Case = Answer<typeof showReviewCase>;
type Asked = Body<typeof listReviewCases>;
/** What is listed of a queue, and in which order. */
export type View = {
  state: 'waiting' | 'decided';
  only: Asked['only'];
  sort: NonNullable<Asked['sort']>;
  amountMin: string;
};
export const firstView: View = { state: 'waiting', only: undefined, sort: 'oldest', amountMin: '' };

/** What a claim, a release or a decision changes. */
export const changes = [showReviewCase, listReviewCases, listReviewKinds];
