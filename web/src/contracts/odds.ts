import { formatExact, formatSigned } from '@glasshouse/kit/format.ts';
import type { Order } from '@glasshouse/protocol/contracts/calls';
import { breakEvenOf, evenOdds, outcomeOf, payoutOf } from '@glasshouse/protocol/contracts/settle';
import { subtractDecimal, unitsAt } from '@glasshouse/protocol/decimal';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import { neededText } from '../trading/percents.ts';

/** An amount paid, with all significant decimals. */
export const money = (units: bigint): string => formatExact(formatUsdt(units));
/** A possible profit or loss, rounded like all amounts. */
const signed = (units: bigint): string => formatSigned(formatUsdt(units));

/** The figures a user should know before an order: the payout of each outcome, and what the return means. */
export function oddsOf(stake: bigint, returnBp: number) {
  const win = payoutOf({ stake, returnBp }, 'win');
  return {
    gain: signed(win - stake),
    loss: signed(-stake),
    breakEven: neededText(breakEvenOf(returnBp)),
    average: signed(evenOdds({ stake, returnBp })),
  };
}

type Open = Pick<Order, 'direction' | 'stake' | 'returnBp'>;
/** The state of an order with this entry at this price: its result if it ended now, and how far the price has moved. */
export function standingOf({ direction, stake, returnBp }: Open, entry: string, price: string, decimals: number) {
  const staked = parseUnits(stake, 'USDT')!;
  const outcome = outcomeOf(direction, unitsAt(entry, decimals), unitsAt(price, decimals));
  return {
    outcome,
    change: signed(payoutOf({ stake: staked, returnBp }, outcome) - staked),
    distance: formatSigned(subtractDecimal(price, entry), decimals),
  };
}
