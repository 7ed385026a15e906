import { parseUnits } from '@glasshouse/protocol/money';
import {
  listReviewCases,
  listReviewKinds,
  queueFilters,
  queueSorts,
  type ReviewCase,
  showReviewCase,
} from '@glasshouse/protocol/review/office';
import type { Answer, Body } from '../lib/call.ts';

export type Case = Answer<typeof showReviewCase>;
type CaseQuery = Body<typeof listReviewCases>;
/** The filters and the order of a queue. */
export type View = {
  state: 'waiting' | 'decided';
  only: CaseQuery['only'];
  sort: NonNullable<CaseQuery['sort']>;
  amountMin: string;
};
/** The filter by people applies to waiting cases only, the filter by automatic approval to decided cases only. */
export const isFilterOf = (only: View['only'], state: View['state']) =>
  only === 'automatic' ? state === 'decided' : state === 'waiting' || (only !== 'two' && only !== 'second');
export const isOfTwoPeople = (only: View['only']) => only === 'two' || only === 'second';
/** The amount to filter by, if there is one. */
export const isAmountMin = (text: string) => text === '' || parseUnits(text, 'USDT') !== undefined;
/** Reads a view from the address of the page. Unknown values are ignored. */
export const viewIn = (choices: Record<keyof View, string>): View => ({
  state: choices.state === 'decided' ? 'decided' : 'waiting',
  only: queueFilters.find((each) => each === choices.only),
  sort: queueSorts.find((each) => each === choices.sort) ?? 'oldest',
  amountMin: isAmountMin(choices.amountMin) ? choices.amountMin : '',
});
/** The view as parameters of the address, without default values. */
export const choicesOf = ({ state, only, sort, amountMin }: View): Record<keyof View, string> => ({
  state: state === 'waiting' ? '' : state,
  only: only ?? '',
  sort: sort === 'oldest' ? '' : sort,
  amountMin,
});

/** Calls whose answers change with a claim, a release or a decision. */
export const changes = [showReviewCase, listReviewCases, listReviewKinds];

/** Whether a case of the queue still waits for this operator. */
export const isLeft =
  (isDecidedHere: (id: string) => boolean) =>
  ({ id, decided, agreed }: Pick<ReviewCase, 'id' | 'decided' | 'agreed'>): boolean =>
    decided === null && agreed !== 'you' && !isDecidedHere(id);
/** The case to open after a decision: the nearest below that still waits for this operator, or else above. */
export function nextOf(list: readonly ReviewCase[], id: string, isDecidedHere: (id: string) => boolean) {
  const at = list.findIndex((each) => each.id === id);
  const [before, after] = [list.slice(0, Math.max(0, at)).reverse(), list.slice(at + 1)];
  return [...after, ...before].find((each) => each.id !== id && isLeft(isDecidedHere)(each))?.id;
}
