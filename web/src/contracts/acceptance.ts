import { type Direction, dueSlot } from '@glasshouse/protocol/contracts/settle';
import { type Agreement, slipBytes, slipTerms } from '@glasshouse/protocol/contracts/slip';
import { parseUnits } from '@glasshouse/protocol/money';
import { checkSlip } from '@glasshouse/protocol/orders/slip';
import { type Doubt, isOlder, isSigned } from '../trading/doubts.ts';
import type { TappedWish } from '../trading/use-open.ts';

/** An order request, under the offered rule. */
export type Wish = {
  symbol: string;
  direction: Direction;
  seconds: number;
  stake: string;
  returnBp: number;
  rule: number;
  /** The amount drawn from the fund account if the contract account doesn't cover the stake. */
  move?: string | undefined;
};
export type Tap = TappedWish<Wish>;

/** Compares the server's answer with the request. Nothing in the answer is trusted without a check. */
export async function doubtsAbout(answer: Agreement, tap: Tap, slipKeys: readonly string[]): Promise<Doubt[]> {
  const doubts: Doubt[] = [];
  if (!isAsTapped(answer, tap)) doubts.push('terms');
  if (!(await isSigned(answer, slipKeys, () => checked(answer)))) doubts.push('slip');
  if (isOlder(answer.order.headSlot, tap.seen)) doubts.push('head');
  return doubts;
}

const isAsTapped = ({ order }: Agreement, tap: Tap): boolean =>
  order.id === tap.id &&
  order.symbol === tap.symbol &&
  order.direction === tap.direction &&
  order.seconds === tap.seconds &&
  order.returnBp === tap.returnBp &&
  order.rule === tap.rule &&
  parseUnits(order.stake, 'USDT') === parseUnits(tap.stake, 'USDT') &&
  order.dueSlot === dueSlot(order);

function checked({ order, headHash, slip }: Agreement): Promise<boolean> | undefined {
  const terms = slipTerms({ order, headHash });
  return terms && checkSlip(slipBytes(terms), slip);
}
